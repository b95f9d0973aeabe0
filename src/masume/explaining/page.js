const find = (selector, within = document) => within.querySelector(selector);
const findAll = (selector, within = document) => [...within.querySelectorAll(selector)];
const steps = findAll("section"), links = findAll("nav a"), nav = find("nav"), tools = find(".tools");
const last = steps.length - 1, scrubber = find(".scrubber"), ticks = find(".ticks");
const stages = ["where", "rule", "marks"];

let current = 0;       // the step that is shown; 0 is the board before the first one
let view = "after";    // what its board shows: before, after or argument
let tick = 0;          // how far the argument is shown
let stage = "marks";   // how much of the step is shown
let trying = false;    // whether each new step begins with the place only
let revealed = 0;      // the last step whose marks have been shown while trying

const lastTick = () => Math.max(-1, ...findAll("[data-tick]", steps[current]).map((item) => +item.dataset.tick));

function update() {
  const step = steps[current], isRevealed = stage === "marks", shown = isRevealed ? view : "before";
  if (isRevealed) revealed = Math.max(revealed, current);
  steps.forEach((each, number) => { each.hidden = number !== current; });
  step.dataset.view = shown;
  step.dataset.stage = stage;
  findAll(".g", step).forEach(({ classList, dataset }) =>
    classList.toggle("on", shown === "argument" && +dataset.from <= tick && tick <= +dataset.to));
  findAll("[data-tick]", step).forEach((item) => mark(item, "true", shown === "argument" && +item.dataset.tick === tick));
  links.forEach((link, number) => {
    mark(link, "step", number === current);
    link.classList.toggle("ahead", trying && number > revealed);
  });
  updateControls(isRevealed);
}

function mark(element, value, isCurrent) {
  if (isCurrent) element.setAttribute("aria-current", value);
  else element.removeAttribute("aria-current");
}

function updateControls(isRevealed) {
  find(".board", steps[current]).append(tools);
  find(".views").hidden = current === 0 || !isRevealed;
  findAll("[data-view]", tools).forEach((button) => button.setAttribute("aria-pressed", button.dataset.view === view));
  find("[data-view=argument]", tools).hidden = lastTick() < 0;
  ticks.hidden = view !== "argument" || !isRevealed;
  ticks.max = Math.max(0, lastTick());
  ticks.value = tick;
  find(".try").setAttribute("aria-pressed", trying);
  scrubber.value = current;
  scrubber.setAttribute("aria-valuetext", current ? "Step " + current + " of " + last : "The board before the first step");
  find("output").textContent = current + " of " + last;
  find(".previous").disabled = current === 0;
  find(".next").disabled = current === last && isRevealed;
  find(".next").textContent = { where: "The rule", rule: "The marks", marks: "Next →" }[stage];
}

function speak(text) { find(".spoken").textContent = text; }

function show(number, announce = true) {
  current = Math.max(0, Math.min(last, number));
  [view, tick, stage] = ["after", 0, trying && current > revealed ? "where" : "marks"];
  linkPlaces(find(".text", steps[current]));
  unpin();
  update();
  nav.scrollTop = links[current].offsetTop - nav.clientHeight / 2;
  if (!announce) return;
  speak(stage === "marks" ? find(".text", steps[current]).dataset.spoken : find(".where", steps[current]).textContent);
  if (scrollY > find("main").offsetTop) find("main").scrollIntoView();
  // Browsers forbid this in some pages, such as sandboxed frames; the address stays as it is then.
  try { history.replaceState(null, "", "#" + steps[current].id); } catch { /* nothing to do */ }
}

function next() {
  if (stage === "marks") return show(current + 1);
  stage = stages[stages.indexOf(stage) + 1];
  update();
  speak(stage === "rule" ? find(".rule", steps[current]).textContent : find(".text", steps[current]).dataset.spoken);
}

function showView(name) {
  if (current === 0 || stage !== "marks" || (name === "argument" && lastTick() < 0)) return;
  view = name;
  if (view === "argument") return showTick(0);
  update();
  speak("The board " + view + " step " + current);
}

function showTick(number) {
  [view, tick] = ["argument", Math.min(number, lastTick())];
  const item = find('[data-tick="' + tick + '"]', steps[current]);
  item.closest("details").open = true;
  update();
  const board = find(".board", steps[current]), isSticky = getComputedStyle(board).position === "sticky";
  item.style.scrollMargin = (isSticky ? board.offsetHeight + 8 : 80) + "px 0 80px";
  item.scrollIntoView({ block: "nearest" });
  speak(item.textContent);
}

function goOn() {
  if (view === "argument" && stage === "marks") return tick < lastTick() ? showTick(tick + 1) : showView("after");
  next();
}

function toggleTrying() {
  trying = !trying;
  revealed = Math.max(0, current - 1);
  stage = trying && current ? "where" : "marks";
  update();
  speak(trying ? "Each step begins with the place only" : "Each step is shown at once");
}

// Places in the text: buttons that show the place on the board.

const places = JSON.parse(find("#places").textContent), placeName = "[a-z]+\\d+(?:[a-z.]\\d+)?";
const placePhrase = new RegExp(
  "between " + placeName + " and " + placeName + "|(?:above|below|left of|right of) " + placeName + "|" +
  placeName + "(?:(?:–|-| to )" + placeName + ")*", "g");
const namesIn = (text) => text.match(new RegExp(placeName, "g"));
let pinned = null;

function linkPlaces(text) {
  if (text.dataset.linked) return;
  text.dataset.linked = "yes";
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT), nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  for (const node of nodes) {
    const found = [...node.data.matchAll(placePhrase)].filter(([phrase]) => namesIn(phrase).every((name) => name in places.at));
    for (const match of found.reverse()) {
      // A span and not a real button, so that lines can break within the names of places.
      const rest = node.splitText(match.index), button = document.createElement("span");
      rest.data = rest.data.slice(match[0].length);
      Object.assign(button, { className: "place", role: "button", tabIndex: 0, textContent: match[0] });
      rest.before(button);
    }
  }
}

function drawSpot(phrase) {
  find(".spot")?.remove();
  if (!phrase) return;
  const points = namesIn(phrase).map((name) => places.at[name]), half = places.cell / 2;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const side = { above: [0, -half], below: [0, half], left: [-half, 0], right: [half, 0] }[phrase.split(" ")[0]];
  let path;
  if (side || phrase.startsWith("between")) {
    const [x, y] = side ? [xs[0] + side[0], ys[0] + side[1]] : [(xs[0] + xs[1]) / 2, (ys[0] + ys[1]) / 2], r = half * 0.6;
    path = "M" + (x - r) + " " + y + "a" + r + " " + r + " 0 1 0 " + 2 * r + " 0a" + r + " " + r + " 0 1 0 " + -2 * r + " 0z";
  } else if (phrase.includes("-")) {
    path = "M" + points.map((point) => point.join(" ")).join("L");
  } else {
    const [left, top] = [Math.min(...xs) - half, Math.min(...ys) - half];
    path = "M" + left + " " + top + "H" + (Math.max(...xs) + half) + "V" + (Math.max(...ys) + half) + "H" + left + "z";
  }
  const svg = "http://www.w3.org/2000/svg", group = document.createElementNS(svg, "g");
  group.setAttribute("class", "spot");
  for (const name of ["rim", "line"]) {
    const line = group.appendChild(document.createElementNS(svg, "path"));
    line.setAttribute("class", name);
    line.setAttribute("d", path);
  }
  find(".board > svg", steps[current]).append(group);
}

function unpin() {
  pinned?.removeAttribute("aria-pressed");
  pinned = null;
  drawSpot(null);
}

for (const [type, isShown] of [["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]]) {
  document.addEventListener(type, ({ target }) => {
    if (target.matches?.(".place")) drawSpot(isShown ? target.textContent : pinned?.textContent);
  });
}

document.addEventListener("click", (event) => {
  const place = event.target.closest(".place"), item = event.target.closest("[data-tick]");
  if (place) {
    const isPinned = place === pinned;
    unpin();
    if (isPinned) return;
    pinned = place;
    place.setAttribute("aria-pressed", "true");
    drawSpot(place.textContent);
  } else if (item) showTick(+item.dataset.tick);
});

// Keys, buttons and gestures.

const keys = {
  ArrowLeft: () => show(current - 1), ArrowRight: next, Home: () => show(0), End: () => show(last), " ": goOn,
  b: () => showView(view === "before" ? "after" : "before"), a: () => showView(view === "argument" ? "after" : "argument"),
  t: toggleTrying,
};
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches?.(".place")) event.target.click();
  const isControl = event.target.matches?.("input, summary") || (event.key === " " && event.target.matches?.("button, a"));
  if (!(event.key in keys) || isControl || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  keys[event.key]();
});
find(".previous").addEventListener("click", () => show(current - 1));
find(".next").addEventListener("click", next);
find(".try").addEventListener("click", toggleTrying);
scrubber.addEventListener("input", () => show(+scrubber.value));
ticks.addEventListener("input", () => showTick(+ticks.value));
findAll("[data-view]", tools).forEach((button) => button.addEventListener("click", () => showView(button.dataset.view)));
links.forEach((link, number) => link.addEventListener("click", (event) => {
  event.preventDefault();
  show(number);
  if (nav.offsetTop > find("main").offsetTop) scrollTo(0, 0);  // on a phone the list is below the step
}));

let start = null;
document.addEventListener("touchstart", ({ touches, target }) => {
  start = touches.length === 1 && target.closest("section") && !target.closest("input") ? touches[0] : null;
}, { passive: true });
document.addEventListener("touchend", ({ changedTouches: [end] }) => {
  const [x, y] = start ? [end.clientX - start.clientX, end.clientY - start.clientY] : [0, 0];
  if (Math.abs(x) < 60 || Math.abs(x) < 2 * Math.abs(y)) return;
  if (x < 0) next();
  else show(current - 1);
});

addEventListener("hashchange", () => show(stepInAddress()));
function stepInAddress() {
  return Math.max(0, steps.findIndex((step) => "#" + step.id === location.hash));
}
find(".bar").hidden = tools.hidden = false;
show(stepInAddress(), false);
addEventListener("load", () => setTimeout(() => scrollTo(0, 0)));  // undo the browser's jump to the step in the address
