/**
 * @file The data that the server sends, as types for `tsc --checkJs`; src/masume/playing makes it.
 *
 * All lengths are in units; a cell is `Sheet.unit` units wide.  Places are known by their names, such as "r1c1", and,
 * within a layer, by their index.  Strings of SVG are elements without ids, scripts or styles; colours are CSS variables.
 */

/** @typedef {number | string | (number | string)[]} Value - what a place of a layer can hold */
/** @typedef {Value | {not: Value[]}} Mark - a value, or the values that are ruled out */
/** @typedef {Record<string, Record<string, Mark>>} Marks - by layer and place */
/** @typedef {[number, number]} Point - right and down */
/** @typedef {object} Puzzle - a board without marks in its JSON form; it is sent back to the server unchanged */

/**
 * What to draw for a value at a place: pairs of a group and a glyph.  The glyph is drawn at the middle of the place.
 * @typedef {[group: number, glyph: number][]} Look
 */

/** @typedef {number | number[]} LookOfPlaces - the index of a look: the same for all places, or one for each */

/**
 * Everything that is needed to play a board.
 * @typedef {object} Sheet
 * @property {string} key - the same for the same puzzle; for the browser's storage
 * @property {Puzzle} puzzle
 * @property {Marks} marks - the marks that were already on the board
 * @property {string} title - in words: "Nurikabe, 5 rows and 5 columns, 5 clues"
 * @property {string} size - such as "5x5"; empty if the grid has no rows and columns
 * @property {Record<string, string>} info - title, author, source, difficulty, as far as they are known
 * @property {GenreInfo} genre
 * @property {string} link - the address that opens this puzzle, from "?" on; empty if it would be too long
 * @property {string} puzzlink - the address at puzz.link; empty if puzz.link does not have the genre
 * @property {number} unit
 * @property {[left: number, top: number, width: number, height: number]} box
 * @property {string} coordinates - SVG: the numbers of rows and columns, for which the box has room
 * @property {Group[]} groups - in the order in which they are drawn
 * @property {string[]} glyphs - SVG around the point 0, 0
 * @property {Look[]} looks
 * @property {Cells} cells
 * @property {Layer[]} layers - the layers of marks
 * @property {Input[]} inputs - how marks are put in; the first one is active at the beginning
 * @property {Derived[]} derived - what depends on several marks
 * @property {Clue[]} clues - those that fade when they are satisfied
 */

/**
 * @typedef {object} GenreInfo
 * @property {string} name
 * @property {string} title
 * @property {string[]} names - other names
 * @property {string} sentence - what the puzzle is about
 * @property {{id: string, sentence: string}[]} rules
 * @property {{before: string, after: string} | null} example - pictures of a tiny board and its solution
 */

/**
 * Shapes that are drawn together: first `base`, which never changes, then clues that can fade, then marks.
 * @typedef {object} Group
 * @property {"tint" | "area" | "lattice" | "rest"} level
 * @property {string} base
 */

/**
 * The cells, which the cursor visits.
 * @typedef {object} Cells
 * @property {string[]} names
 * @property {Point[]} at - their middles
 * @property {LookOfPlaces} shapes - glyphs: the outline of each cell, one path with absolute M, L and Z
 * @property {number[][]} rows - for the accessible grid: the cells of each row, from left to right
 * @property {[left: number, up: number, right: number, down: number][]} moves - where the arrow keys lead; -1: nowhere
 * @property {string[]} words - each cell with its clue: "row 1, column 2, clue 5"
 */

/**
 * @typedef {object} Layer
 * @property {string} name
 * @property {"cell" | "edge" | "corner"} kind
 * @property {string[]} places
 * @property {Point[]} at - their middles
 * @property {Value[]} values
 * @property {string[]} signs - a short text for each value: "5"
 * @property {string[]} words - each value in words: "shaded", "a lamp"
 * @property {number} standard - the index of the value that undecided places have in the end; -1 if there is none
 * @property {LookOfPlaces[]} marks - for each value
 * @property {LookOfPlaces[]} trial - for each value, in trial mode
 * @property {LookOfPlaces[]} notes - for each value, as one of several that are left; empty if notes are not drawn
 * @property {Record<string, Mark>} given - marks that belong to the puzzle and are drawn already
 * @property {number[][]} around - for each cell, the indexes of its places: itself, or its edges or corners
 */

/** @typedef {CycleInput | LinesInput | DigitsInput} Input */

/**
 * A tap goes from one value to the next and then to no mark; a drag paints the value that it began with.
 * @typedef {object} CycleInput
 * @property {"cycle"} kind
 * @property {string} title
 * @property {number} layer - its index
 * @property {number[]} values - indexes
 * @property {number[]} skipped - indexes of places that take no marks
 */

/**
 * Lines are drawn from node to node.
 * @typedef {object} LinesInput
 * @property {"lines"} kind
 * @property {string} title
 * @property {number} layer
 * @property {number} on - the value of a line
 * @property {number} off - the value of a cross
 * @property {Point[]} nodes
 * @property {[number, number][]} links - for each place of the layer, the two nodes that its line joins
 */

/**
 * @typedef {object} DigitsInput
 * @property {"digits"} kind
 * @property {string} title
 * @property {number} layer
 * @property {Sum[]} sums
 */

/**
 * Different digits that add up to a total.
 * @typedef {object} Sum
 * @property {string} words - "the 16 across from r2c2"
 * @property {number} total
 * @property {number[]} cells - indexes of places of the layer
 */

/** @typedef {Rays | Outline | Pieces} Derived */

/**
 * A place is lit if any member of one of its groups has the value.
 * @typedef {object} Rays
 * @property {"rays"} word
 * @property {number} layer
 * @property {number} value
 * @property {number[][]} groups - indexes of places
 * @property {LookOfPlaces} look
 */

/**
 * A line between an inside and an outside place, or the end of the board.
 * @typedef {object} Outline
 * @property {"outline"} word
 * @property {number} layer
 * @property {number} inside
 * @property {number} outside
 * @property {{at: Point, look: number, cells: number[]}[]} edges - with one or two indexes of places
 */

/**
 * Marks that hang together form a piece; each piece has its own colour.
 * @typedef {object} Pieces
 * @property {"pieces"} word
 * @property {number} layer
 * @property {number} value
 * @property {number[][]} joints - for each place, numbers; marks with a number in common hang together
 */

/**
 * @typedef {object} Clue
 * @property {string} layer
 * @property {string} place
 * @property {number} group
 * @property {string} svg
 */

/**
 * Shapes over the board, by level: "tint" over the tints, "area" over the fills, "lattice" under the lattice, "rest"
 * over everything; under these, "veil", which leaves open what the overlay is about.  A level without shapes is missing.
 * @typedef {{tint?: string, area?: string, lattice?: string, veil?: string, rest?: string}} Overlay
 */

/**
 * The answer to /api/check.
 * @typedef {object} Position
 * @property {boolean} solved - whether the board, finished with the standard values, breaks no rule
 * @property {{rule: string, sentence: string, places: string[]}[]} broken - what no further marks can mend
 * @property {string} message - in words
 * @property {Overlay} overlay - where rules are broken
 * @property {Record<string, string[]>} satisfied - by layer, the places of the clues that are satisfied
 */

/**
 * A step of an explanation, or a hint.
 * @typedef {object} StepView
 * @property {string} chapter - the title of the chapter that begins with this step; empty if none does
 * @property {string} where - where to look
 * @property {string} rule - which technique and rules to think of
 * @property {string} sentence - the marks and why they follow
 * @property {string} claims - all marks that it adds, in words; of very many, the first ones and their number
 * @property {string} technique - empty if it has none
 * @property {number} size - the number of reasons
 * @property {Marks} before - all marks on the board before the step
 * @property {Marks} marks - those that the step adds, with the values that they have afterwards
 * @property {Record<string, string[]>} folded - by layer, the places whose marks follow at once
 * @property {{id: string, sentence: string, places: string}[]} rules
 * @property {{where: Overlay, rule: Overlay, marks: Overlay, after: Overlay}} overlays - for the board before the step,
 *   by strength; `marks` has the new marks as ghosts; and for the board after the step
 * @property {Tick[]} chain - what would follow if a mark were wrong, one after the other, up to the contradiction
 */

/**
 * One position on the way through a chain.  Its overlay, which has no veil, stays visible up to the tick `until`; the label
 * stands beside its marks on the board.
 * @typedef {{text: string, label: string, overlay: Overlay, until: number}} Tick
 */

/**
 * What is wrong with a board.
 * @typedef {object} MistakesView
 * @property {string} message - sentences, one per line
 * @property {number} number - how many marks are wrong
 * @property {Record<string, string[]>} wrong - by layer
 * @property {Overlay} overlay
 */

/** @typedef {{kind: "step", step: StepView} | {kind: "mistakes", mistakes: MistakesView} | {kind: "done", message: string}} Hint */

/**
 * The answer to /api/solve.
 * @typedef {object} Verdict
 * @property {"solved" | "unsolvable" | "timeout"} status
 * @property {boolean | null} unique
 * @property {string} message
 * @property {Marks | null} marks - those of a solution
 */

/** @typedef {{level: number, name: string, score: number, message: string}} RatingView - the answer to /api/rate */

/** @typedef {{message: string, kind: string, format?: string, where?: string, expected?: string}} ApiError */

export {};
