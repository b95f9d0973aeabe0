"""The pictures of an HTML page: one SVG element per step, which shows the board before and after it and its chain.

Elements have classes that say when they are visible: `a` only after the step, `b` only before it, `h` for hints, which
are hidden while the reader looks for the marks, and `g` for ghosts.  A ghost is visible from its first tick to the last
one of its branch.  A tick is one position on the way through the argument: an assumption, an inference, the
contradiction.

Elements that several pictures share are written once.  To have more of them, shapes that are painted alike are divided
by the step in which they first appear.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby, pairwise
from typing import NamedTuple

from masume import genres
from masume.core.board import Board
from masume.core.look import Look
from masume.drawing import layout, svg, themes
from masume.drawing.board_scene import scene_of
from masume.drawing.fonts import FAMILIES
from masume.drawing.ghosts import badge, ghost_shapes
from masume.drawing.highlights import draw_highlights, sample
from masume.drawing.roles import Role
from masume.drawing.scene import Polygon, Scene, Shape, Tone, paint_key
from masume.drawing.scene_builder import SceneBuilder
from masume.explaining.frames import Frame, contradiction_places, frame_of_step, ghosts_of
from masume.explaining.steps import Step

_CELL_SIZE, _MAX_WIDTH = 48, 640  # in pixels; wider pictures do not fit beside the text
_MIN_SHARED_LENGTH = 60  # characters; shorter elements are not worth sharing
_STEPS_PER_GROUP = 8  # shapes that first appear in the same so many steps share an element


class _Tagged(NamedTuple):
    """A shape and the classes that say when it is visible."""

    classes: str
    shape: Shape


class _Element(NamedTuple):
    """An SVG element, which pictures may share, and its attributes in one picture."""

    attributes: str
    text: str


class _Picture(NamedTuple):
    """A picture before its elements are shared."""

    head: str
    elements: list[_Element]


class PagePictures:
    """Draws the pictures of one explanation."""

    def __init__(self, board: Board, steps: Sequence[Step]) -> None:
        self._look: Look = genres.load_part(board.genre, "look", "LOOK")
        self._theme = themes.variable_theme()
        self._births: dict[Shape, int] = {}
        self._board = board
        width = scene_of(board, coordinates=True).width
        self.cell_size = min(_CELL_SIZE, _MAX_WIDTH / width)
        drawn = [self._draw_start(), *(self._draw_step(number, step) for number, step in enumerate(steps, 1))]
        self.shared, self.pictures = _share_elements(drawn)

    def middles(self) -> dict[str, list[float]]:
        """Return the middle of every cell by its name."""
        grid = self._board.grid
        middles = {grid.name(cell): layout.cell_middle(grid, cell) for cell in grid.cells}
        return {name: [round(length * self.cell_size, 1) for length in middle] for name, middle in middles.items()}

    def legend_samples(self) -> dict[Role, str]:
        """Return a small picture of each kind of highlight, as a symbol whose id is the role in small letters."""
        samples = {role: sample(role) for role in (Role.HINT, Role.RULE, Role.REASON, Role.BOUNDARY)}
        samples[Role.FOLDED] = [Polygon((((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),), Role.FOLDED)]
        samples[Role.GHOST] = list(badge((0.5, 0.5), 0.42, "1"))
        return {
            role: f'<symbol id="{role.name.lower()}" viewBox="0 0 20 20">{"".join(self._elements(shapes, 20))}</symbol>'
            for role, shapes in samples.items()
        }

    def _elements(self, shapes: Iterable[Shape], cell_size: float) -> list[str]:
        """Return the elements of shapes; the style sheet of the page sets the font."""
        font = f' font-family="{FAMILIES}"'
        return [element.replace(font, "") for element in svg.write_elements(shapes, self._theme, cell_size)]

    def _draw_start(self) -> _Picture:
        scene = scene_of(self._board, coordinates=True)
        return self._write(scene, "The board before the first step", [_Tagged("", shape) for shape in scene.shapes], 0)

    def _draw_step(self, number: int, step: Step) -> _Picture:
        before, after = (_scene(frame_of_step(step, when=when)) for when in ("before", "after"))
        where = frame_of_step(step, "where")
        is_revealing = where.reasons == step.places and not where.rules  # there is nothing else to look at
        tagged = [
            _Tagged("h" if shape.role is Role.HINT and not classes and not is_revealing else classes, shape)
            for classes, shape in _merge(before.shapes, after.shapes)
        ]
        picture = self._write(after, f"The board of step {number}", tagged, number)
        picture.elements.extend(self._draw_ghosts(step))
        return picture

    def _draw_ghosts(self, step: Step) -> Iterator[_Element]:
        """Yield an element for each tick of the argument; contradictions come first, below the numbers of ghosts."""
        tick = 0
        for branch in step.branches:
            ghosts = ghosts_of(step.board, branch)
            last = tick + len(ghosts)
            builder = SceneBuilder(step.board, self._look, Role.MARK)
            draw_highlights(builder, contradiction_places(step.board, branch), Role.ERROR)
            yield self._ghost_element(last, last, [shape for shape in builder.shapes if shape.tone is not Tone.TINT])
            for number, (label, claims) in enumerate(ghosts.items(), tick):
                yield self._ghost_element(number, last, ghost_shapes(step.board, self._look, label, claims))
            tick = last + 1

    def _ghost_element(self, tick: int, last: int, shapes: list[Shape]) -> _Element:
        elements = "".join(self._elements(shapes, self.cell_size))
        return _Element(f'class="g" data-from="{tick}" data-to="{last}"', f"<g >{elements}</g>")

    def _write(self, scene: Scene, title: str, tagged: Iterable[_Tagged], step: int) -> _Picture:
        lengths = (scene.left, scene.top, scene.width, scene.height)
        box = " ".join(f"{length * self.cell_size:.2f}" for length in lengths)
        width, height = (round(length * self.cell_size) for length in lengths[2:])
        head = f'<svg role="img" width="{width}" height="{height}" viewBox="{box}"><title>{escape(title)}</title>'
        elements: list[_Element] = []
        for (_, classes, _), group in groupby(self._sort_groups(tagged, step), key=lambda each: each[0]):
            texts = self._elements((shape for _, shape in group), self.cell_size)
            elements += [_Element(f'class="{classes}"' if classes else "", text) for text in texts]
        return _Picture(head, elements)

    def _sort_groups(self, tagged: Iterable[_Tagged], step: int) -> Iterator[tuple[tuple[object, str, int], Shape]]:
        """Yield shapes with a key that is equal for those of one element: of equal paint, visibility and age."""
        for paint, alike in groupby(tagged, key=lambda each: paint_key(each.shape)):
            keyed = [
                ((paint, classes, self._births.setdefault(shape, step) // _STEPS_PER_GROUP), shape)
                for classes, shape in alike
            ]
            yield from sorted(keyed, key=lambda pair: pair[0][1:])


def _scene(frame: Frame) -> Scene:
    return scene_of(frame.board, coordinates=True, **frame.highlights)


def _merge(before: Sequence[Shape], after: Sequence[Shape]) -> Iterator[_Tagged]:
    """Yield the shapes of both pictures in the order in which they are drawn, those in both of them once."""
    in_before, in_after, passed, position = set(before), set(after), set[Shape](), 0
    for shape in after:
        while shape in in_before and shape not in passed:
            earlier = before[position]
            passed.add(earlier)
            position += 1
            if earlier not in in_after:
                yield _Tagged("b", earlier)
        yield _Tagged("" if shape in in_before else "a", shape)
    yield from (_Tagged("b", shape) for shape in before[position:] if shape not in in_after)


def _share_elements(pictures: Sequence[_Picture]) -> tuple[list[str], list[str]]:
    """Return the elements that occur in several pictures, with ids, and the pictures, which refer to them by id."""
    pictures = _join_elements(pictures)
    counts = Counter(element.text for picture in pictures for element in picture.elements)
    repeated = (text for text, count in counts.items() if count > 1 and len(text) > _MIN_SHARED_LENGTH)
    ids = {text: f"e{number}" for number, text in enumerate(repeated)}
    shared = [_with_attributes(text, f'id="{element_id}"') for text, element_id in ids.items()]
    return shared, ["\n".join([head, *_refer(elements, ids), "</svg>"]) for head, elements in pictures]


def _join_elements(pictures: Sequence[_Picture]) -> list[_Picture]:
    """Join elements that are neighbours in all pictures in which they occur, so that they can be shared as one."""
    neighbours: Counter[tuple[str, str]] = Counter()
    for picture in pictures:
        pairs = pairwise(picture.elements)
        neighbours.update((one.text, other.text) for one, other in pairs if one.attributes == other.attributes)
    counts = Counter(element.text for picture in pictures for element in picture.elements)
    joined = []
    for head, elements in pictures:
        groups = [elements[:1]]
        for before, element in pairwise(elements):
            if neighbours[before.text, element.text] == counts[before.text] == counts[element.text]:
                groups[-1].append(element)
            else:
                groups.append([element])
        joined.append(_Picture(head, [_join_group(group) for group in groups]))
    return joined


def _join_group(group: list[_Element]) -> _Element:
    if len(group) == 1:
        return group[0]
    return _Element(group[0].attributes, f"<g >{''.join(element.text for element in group)}</g>")


def _refer(elements: Iterable[_Element], ids: Mapping[str, str]) -> Iterator[str]:
    for attributes, text in elements:
        yield _with_attributes(f'<use href="#{ids[text]}"/>' if text in ids else text, attributes)


def _with_attributes(element: str, attributes: str) -> str:
    return element.replace(" ", f" {attributes} ", 1) if attributes else element
