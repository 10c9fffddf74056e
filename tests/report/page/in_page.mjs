// Functions that run inside a page and return its faults, one line for each. A function can use the page, but not this file.

/// Defines helpers in the page. Must be called first.
export function prepare() {
  // Whether a text or control is visible; folded parts are not.
  window.visible = (element) => element.checkVisibility({visibilityProperty: true}) && element.getClientRects().length > 0;
  window.called = (element) => {
    const words = (element.textContent || element.getAttribute("aria-label") || "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `<${element.tagName.toLowerCase()}${element.id ? ` id="${element.id}"` : ""}> "${words}"`;
  };
}

/// Checks the structure that assistive technology uses: one main heading, levels in order, names, captions, headers of tables.
export function structure() {
  const out = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  if (!document.documentElement.lang) out.push("no language");
  if (!document.title.trim()) out.push("no title");
  for (const one of ["h1", "main"]) if (all(one).length !== 1) out.push(`${all(one).length} <${one}> instead of one`);
  let level = 0;
  for (const heading of all("h1, h2, h3, h4, h5, h6")) {
    const own = Number(heading.tagName[1]);
    if (own > level + 1) out.push(`heading ${called(heading)} after one of level ${level}`);
    level = own;
  }
  const ids = new Set();
  for (const {id} of all("[id]")) {
    if (ids.has(id)) out.push(`two elements have the id ${id}`);
    ids.add(id);
  }
  for (const attribute of ["aria-labelledby", "aria-describedby", "aria-details"])
    for (const element of all(`[${attribute}]`))
      for (const id of element.getAttribute(attribute).split(/\s+/))
        if (!ids.has(id)) out.push(`${called(element)} refers to ${id}, which is not there`);
  const named = (element) => element.getAttribute("aria-label")?.trim() || element.hasAttribute("aria-labelledby");
  for (const image of all("img:not([alt])")) out.push(`image without words for it: ${image.src.slice(0, 40)}`);
  for (const drawing of all("main svg, main canvas"))
    if (drawing.getAttribute("aria-hidden") !== "true" && !(drawing.getAttribute("role") === "img" && named(drawing)))
      out.push(`drawing without words for it: ${called(drawing)}`);
  const names = new Map();
  for (const region of all("section, [role=region], [role=group], nav")) {
    // For assistive technology, a section without a name is not a region.
    if (region.tagName === "SECTION" && !named(region)) continue;
    if (!named(region)) out.push(`region without a name: ${called(region)}`);
    if (region.getAttribute("role") === "group") continue;  // no landmark, of which each must be another
    const label = region.getAttribute("aria-label") ?? document.getElementById(region.getAttribute("aria-labelledby"))?.textContent;
    if (names.has(label)) out.push(`two regions are called "${label}"`);
    names.set(label, region);
  }
  for (const table of all("table")) {
    if (!table.caption?.textContent.trim()) out.push(`table without a caption: ${called(table)}`);
    if (table.querySelector("thead th") === null) out.push(`table without headers of columns: ${called(table)}`);
    for (const header of table.querySelectorAll("th"))
      if (!header.scope) out.push(`header of a table without scope: ${called(header)}`);
  }
  for (const control of all("button, summary, a[href]"))
    if (!control.textContent.trim() && !named(control)) out.push(`control without a name: ${control.outerHTML.slice(0, 60)}`);
  for (const term of all("dl"))
    for (const child of term.children)
      if (!["DIV", "DT", "DD"].includes(child.tagName)) out.push(`<dl> with a <${child.tagName.toLowerCase()}> in it`);
  return out;
}

/// Checks that only content of boxes that scroll reaches beyond the page's edge.
export function overflow() {
  const edge = document.documentElement.clientWidth;
  const scrolls = (element) => {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== "visible") return true;
    return false;
  };
  const out = [];
  for (const element of document.querySelectorAll("main, main *")) {
    const {left, right} = element.getBoundingClientRect();
    if ((right > edge + 1 || left < -1) && visible(element) && !element.closest("svg svg, svg *") && !scrolls(element))
      out.push(`${called(element)} reaches from ${left.toFixed(0)} to ${right.toFixed(0)} on a page ${edge} wide`);
  }
  if (out.length === 0 && document.documentElement.scrollWidth > edge)
    out.push(`the page is ${document.documentElement.scrollWidth} wide on a screen of ${edge}`);
  return out.slice(0, 5);
}

/// Checks that no box scrolls in print, where its content would be cut.
export function cut() {
  return [...document.querySelectorAll("main *")]
    .filter((box) => visible(box) && box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX !== "visible" &&
                     box.clientWidth > 1)
    .map((box) => `${called(box)} is ${box.scrollWidth} wide in a box of ${box.clientWidth}`);
}

/// Checks the contrast of text and of lines with meaning (WCAG 2.2, 1.4.3 and 1.4.11). `dark`: whether the page should be dark.
export function contrast(dark) {
  const out = new Set();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", {willReadFrequently: true});
  const known = new Map();
  const parse = (css) => {
    if (!known.has(css)) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = "#000";
      context.fillStyle = css;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
      known.set(css, {rgb: [r, g, b], alpha: a / 255});
    }
    return known.get(css);
  };
  const over = ({rgb, alpha}, below) => rgb.map((value, i) => alpha * value + (1 - alpha) * below[i]);
  const luminance = (rgb) => rgb.map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
  const ratio = (a, b) => {
    const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const root = getComputedStyle(document.body).backgroundColor;
  const page = over(parse(root), [255, 255, 255]);
  if ((luminance(page) < 0.2) !== dark) out.add(`the page's background is ${root}, which is not ${dark ? "dark" : "light"}`);
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const layer = parse(getComputedStyle(at).backgroundColor);
      if (layer.alpha > 0) layers.push(layer);
      if (layer.alpha === 1) break;
    }
    return layers.reduceRight((below, layer) => over(layer, below), page);
  };
  // Opacity of the text's element and of its ancestors.
  const faded = (element) => {
    let share = 1;
    for (let at = element; at; at = at.parentElement) share *= Number(getComputedStyle(at).opacity);
    return share;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement;
    if (!text.data.trim() || !visible(element)) continue;
    const style = getComputedStyle(element);
    const drawn = element.closest("svg") !== null;
    const own = parse(drawn ? style.fill : style.color);
    const below = behind(drawn ? element.closest("svg").parentElement : element);
    const found = ratio(over({...own, alpha: own.alpha * faded(element)}, below), below);
    if (found < 4.5) out.add(`${called(element)}: text at ${found.toFixed(2)}:1, 4.5:1 is wanted`);
  }
  const variables = getComputedStyle(document.documentElement);
  for (const name of [...Array(8).keys()].map((i) => `--attack-${i}`).concat("--good", "--bad", "--link", "--edge")) {
    const found = ratio(over(parse(variables.getPropertyValue(name)), page), page);
    if (found < 3) out.add(`lines of ${name} at ${found.toFixed(2)}:1, 3:1 is wanted`);
  }
  return [...out].slice(0, 8);
}

/// Checks that charts have pixels in the colour of each curve, and that a table in their figure or section has the values.
export function charts() {
  const out = [];
  for (const canvas of document.querySelectorAll("canvas")) {
    const chart = window.Chart?.getChart(canvas);
    if (!chart) {
      out.push("the chart was not made");
      continue;
    }
    // Reads from a copy, since the browser would draw the canvas in a different way after its pixels were read.
    const copy = Object.assign(document.createElement("canvas"), {width: canvas.width, height: canvas.height});
    const context = copy.getContext("2d", {willReadFrequently: true});
    context.drawImage(canvas, 0, 0);
    const {data} = context.getImageData(0, 0, copy.width, copy.height);
    const {left, right, top, bottom} = chart.chartArea;
    const scale = canvas.width / canvas.clientWidth;
    const seen = new Set();
    for (let y = Math.ceil(top * scale); y < bottom * scale; ++y)
      for (let x = Math.ceil(left * scale); x < right * scale; ++x) {
        const at = 4 * (y * copy.width + x);
        if (data[at + 3] > 200) seen.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
      }
    for (const [place, set] of chart.data.datasets.entries()) {
      // Thin lines do not have their full colour.
      const whole = set.borderWidth >= 2 && set.data.length > 0 && chart.isDatasetVisible(place);
      const colour = /^#([0-9a-f]{6})(ff)?$/i.exec(set.borderColor)?.[1];
      const faint = /^#[0-9a-f]{8}$/i.test(set.borderColor) && colour === undefined;
      if (whole && (faint || (colour !== undefined && !seen.has(parseInt(colour, 16)))))
        out.push(`no pixel of the curve of ${set.label ?? place} (${set.borderColor})`);
    }
    const {x} = chart.scales;
    const pen = canvas.getContext("2d");
    let end = -Infinity;
    for (const tick of x.ticks) {
      const half = pen.measureText(String(tick.label)).width / 2;
      const place = x.getPixelForValue(tick.value);
      if (place - half < end + 2) out.push(`labels of the axis overlap at ${tick.label}`);
      end = place + half;
    }
    if (x.ticks.length < 2) out.push("the axis has less than two labels");
  }
  for (const drawing of document.querySelectorAll("main svg[role=img]")) {
    if (!visible(drawing)) continue;
    const lines = [...drawing.querySelectorAll("path, line, circle, rect, polygon, use")];
    if (!lines.some((line) => { const box = line.getBBox(); return box.width > 0 || box.height > 0; }))
      out.push(`nothing is drawn in ${called(drawing)}`);
  }
  for (const chart of document.querySelectorAll("canvas, svg.plot")) {
    const told = chart.closest("figure")?.querySelector("table") ?? chart.closest("section")?.querySelector("table");
    if (!told?.tBodies[0]?.rows.length) out.push(`no table says what the chart ${called(chart)} shows`);
  }
  return out;
}

/// Checks the chart in print: wherever the pointer is, no curve is faint and no tooltip is shown.
export function pointed_on_paper() {
  const out = [];
  for (const canvas of document.querySelectorAll("canvas")) {
    const chart = window.Chart?.getChart(canvas);
    if (!chart) continue;
    for (const set of chart.data.datasets)
      for (const colour of [set.borderColor, set.pointBackgroundColor])
        if (set.borderWidth >= 2 || set.pointRadius > 0)
          if (/^#[0-9a-f]{8}$/i.test(colour) && !/ff$/i.test(colour)) out.push(`a curve is faint (${colour})`);
    if (chart.tooltip.opacity > 0 && chart.tooltip.options.enabled) out.push("what is said at the pointer is printed");
  }
  for (const button of document.querySelectorAll(".legend button"))
    if (getComputedStyle(button).backgroundColor !== "rgba(0, 0, 0, 0)") out.push(`${called(button)} looks pointed at`);
  return [...new Set(out)];
}

/// Checks that the keys of the legend overlap neither each other nor the chart.
export function legend() {
  const boxes = [...document.querySelectorAll(".legend li, figure canvas, .key li")].filter(visible)
    .map((element) => ({element, box: element.getBoundingClientRect()}));
  const out = [];
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1))
      if (a.box.left < b.box.right - 1 && b.box.left < a.box.right - 1 && a.box.top < b.box.bottom - 1 && b.box.top < a.box.bottom - 1)
        out.push(`${called(a.element)} overlaps ${called(b.element)}`);
  return out;
}

/// Returns the elements and charts that move although the reader prefers reduced motion.
export function motion() {
  const out = [];
  for (const element of document.querySelectorAll("*")) {
    const style = getComputedStyle(element);
    if ([style.transitionDuration, style.animationDuration].some((times) => times.split(",").some((time) => parseFloat(time) > 0)))
      out.push(`${called(element)} moves`);
    if (style.scrollBehavior === "smooth") out.push(`${called(element)} scrolls smoothly`);
  }
  if (window.Chart)
    for (const canvas of document.querySelectorAll("canvas"))
      if (Chart.getChart(canvas)?.options.animation !== false) out.push("the chart is animated");
  return out.slice(0, 5);
}

/// Checks a page without scripts: it has no controls that need one, and tables replace what a script would draw.
export function without_script() {
  const out = [];
  for (const control of document.querySelectorAll("button, canvas"))
    if (visible(control) && !control.disabled) out.push(`${called(control)} needs a script`);
  for (const canvas of document.querySelectorAll("canvas")) {
    const table = canvas.closest("figure")?.querySelector("table") ?? canvas.closest("section")?.querySelector("table");
    if (!table || !visible(table)) out.push("no table is seen where the chart would be");
  }
  if (!document.querySelector("main").innerText.trim()) out.push("the page is empty");
  return out;
}

/// Marks the elements that the keyboard should reach, in the order of the page, and returns their number.
export function mark_controls() {
  const controls = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
    .filter((control) => visible(control) && !control.disabled);
  for (const marked of document.querySelectorAll("[data-place]")) delete marked.dataset.place;
  controls.forEach((control, place) => { control.dataset.place = place; });
  document.activeElement?.blur?.();
  return controls.length;
}

/// Returns the mark of the element that has the focus, and faults in the way the focus is shown.
export function focused() {
  const control = document.activeElement;
  if (control === document.body || control === null) return {place: null, wrong: []};
  const style = getComputedStyle(control);
  const wrong = [];
  if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) wrong.push(`the focus is not seen on ${called(control)}`);
  const {top, bottom, left, right} = control.getBoundingClientRect();
  if (bottom < 0 || top > innerHeight || right < 0 || left > innerWidth) wrong.push(`${called(control)} has the focus out of sight`);
  return {place: control.dataset.place === undefined ? null : Number(control.dataset.place), name: called(control), wrong};
}

/// Returns the boxes that scroll horizontally but cannot be reached by keyboard.
export function unreachable() {
  return [...document.querySelectorAll("main *")]
    .filter((box) => visible(box) && box.scrollWidth > box.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(box).overflowX) &&
                     box.tabIndex < 0)
    .map((box) => `${called(box)} scrolls but cannot be reached by keyboard`);
}

/// Checks the chart's tooltip: it is shown, fits the chart, and each line has an interval.
export function tooltip() {
  const canvas = document.querySelector("canvas");
  const chart = Chart.getChart(canvas);
  const {tooltip: box} = chart;
  const out = [];
  const lines = (box.body ?? []).flatMap((part) => part.lines);
  if (!(box.opacity > 0) || lines.length === 0) return ["pointing at the chart says nothing"];
  for (const line of lines) if (!/^and \d+ lower$|\d% \[\d.*, \d.*\]/.test(line)) out.push(`no interval in the chart's "${line}"`);
  if (box.width > chart.width || box.height > chart.height) out.push(`what the chart says is larger than the chart: ${box.width.toFixed(0)} x ${box.height.toFixed(0)}`);
  return out;
}
