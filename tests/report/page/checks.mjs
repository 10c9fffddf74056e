// Checks of every page that bora writes, in every view: screens, schemes, print, keyboard, without scripts.
import {statSync} from "node:fs";
import {pathToFileURL} from "node:url";

import * as page from "./in_page.mjs";

// Largest size in bytes. Pages are mailed and kept in version control; Chart.js and images are the largest part.
const k_largest = 4 << 20;
const k_most = 5;  // findings of one kind that are told one by one
// Widths in CSS pixels: the narrowest screen on which no horizontal scrolling may be needed (WCAG 2.2, 1.4.10), a phone, a desktop,
// and an A4 page within margins of 15 mm.
const k_narrow = 320, k_phone = 390, k_desk = 1280, k_paper = 680;

const k_tab = {keyCode: 9};
const k_space = {code: "Space", text: " ", keyCode: 32};

async function keyboard(tab) {
  const out = await tab.evaluate(page.unreachable);
  const count = await tab.evaluate(page.mark_controls);
  const reached = new Set();
  // One press more than there are elements: the focus may have to leave the page and enter it again.
  for (let press = 0; press < count + 1; ++press) {
    await tab.press("Tab", k_tab);
    const {place, wrong} = await tab.evaluate(page.focused);
    out.push(...wrong);
    if (place !== null) reached.add(place);
  }
  for (let place = 0; place < count; ++place)
    if (!reached.has(place))
      out.push(`the keyboard does not reach ${await tab.evaluate((at) => called(document.querySelector(`[data-place="${at}"]`)), place)}`);
  return [...new Set(out)];
}

/// Checks the chart's buttons: a key of the legend hides its curve, and the axis can be changed.
async function buttons(tab) {
  const state = () => tab.evaluate(() => {
    const chart = Chart.getChart(document.querySelector("canvas"));
    return {curves: chart.getVisibleDatasetCount(), axis: chart.options.scales.x.type,
            pressed: document.querySelector("[data-curve]").getAttribute("aria-pressed")};
  });
  const out = [];
  const before = await state();
  await tab.evaluate(() => document.querySelector("[data-curve]").focus());
  await tab.press(" ", k_space);
  const after = await state();
  if (!(after.curves < before.curves) || after.pressed !== "false") out.push("a key of the legend hides no curve");
  await tab.press(" ", k_space);
  await tab.evaluate(() => document.querySelector("[data-scale=linear]").focus());
  await tab.press(" ", k_space);
  if ((await state()).axis !== "linear") out.push("the linear axis cannot be chosen by keyboard");
  await tab.evaluate(() => document.querySelector("[data-scale=logarithmic]").click());
  return out;
}

async function pointed_at(tab) {
  const {x, y} = await tab.evaluate(() => {
    const canvas = document.querySelector("canvas");
    canvas.scrollIntoView({block: "center"});
    const {left, top, width, height} = canvas.getBoundingClientRect();
    return {x: left + width * 0.7, y: top + height * 0.5};
  });
  await tab.point(x, y);
  // The chart changes with its next frame.
  await tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const out = await tab.evaluate(page.tooltip);
  await tab.point(0, 0);
  return out;
}

/// Returns the violations of axe-core's rules except the slow one of contrast; page.contrast() checks more, in every view.
async function axe(tab, source) {
  if (!await tab.evaluate(() => window.axe !== undefined)) await tab.send("Runtime.evaluate", {expression: source});
  const violations = await tab.evaluate(async () => {
    const {violations: found} = await axe.run(document, {resultTypes: ["violations"], rules: {"color-contrast": {enabled: false}}});
    return found.map(({id, impact, help, nodes}) => ({id, impact, help, count: nodes.length, first: nodes[0].html.slice(0, 120)}));
  });
  return violations.map(({id, impact, help, count, first}) => `axe ${id} (${impact}), ${count} times: ${help}: ${first}`);
}

class Findings {
  constructor(enough) {
    this.lines = [];
    this.enough = enough;
    this.done = false;
  }

  say(where, found) {
    for (const each of found.slice(0, k_most)) this.#add(`${where}: ${each}`);
    if (found.length > k_most) this.#add(`${where}: and ${found.length - k_most} more`);
  }

  /// A check that cannot be made, because the page lacks what it checks, is a finding, too.
  async of(where, check_of) {
    if (this.done) return;
    try {
      this.say(where, await check_of());
    } catch (error) {
      this.#add(`${where}: ${error.message.split("\n")[0]}`);
    }
  }

  #add(line) {
    this.lines.push(line);
    this.done ||= this.enough(line);
  }
}

async function on_screen(tab, findings, axe_source) {
  if (findings.done) return;
  await findings.of("structure", () => tab.evaluate(page.structure));
  const with_curves = await tab.evaluate(() => document.querySelector("#success-chart") !== null);
  // axe-core takes most of the time, so it runs once for each width and each scheme.
  for (const [name, {with_axe = false, ...view}] of Object.entries({
    "desktop, light": {width: k_desk, with_axe: true},
    "phone, light": {width: k_phone, height: 844},
    "phone, dark": {width: k_phone, height: 844, scheme: "dark", with_axe: true},
    "desktop, dark": {width: k_desk, scheme: "dark"},
  })) {
    if (findings.done) return;
    await tab.show(view);
    for (const check_of of ["overflow", "charts", "legend"]) await findings.of(name, () => tab.evaluate(page[check_of]));
    await findings.of(name, () => tab.evaluate(page.contrast, view.scheme === "dark"));
    if (with_curves) await findings.of(name, () => pointed_at(tab));
    if (axe_source && with_axe) await findings.of(name, () => axe(tab, axe_source));
  }
  if (findings.done) return;
  await tab.show({width: k_narrow, height: 640});
  await findings.of(`${k_narrow} pixels`, () => tab.evaluate(page.overflow));
  await findings.of("keyboard on a phone", () => keyboard(tab));
  await tab.show({width: k_desk, still: true});
  await findings.of("keyboard", () => keyboard(tab));
  await findings.of("reduced motion", () => tab.evaluate(page.motion));
  if (with_curves) await findings.of("chart", () => buttons(tab));
}

/// Moves the pointer to the middle of the first element that matches, if there is one.
async function point_at(tab, selector) {
  const place = await tab.evaluate((name) => {
    const element = document.querySelector(name);
    if (!element) return null;
    element.scrollIntoView({block: "center"});
    const {left, top, width, height} = element.getBoundingClientRect();
    return {x: left + width / 2, y: top + height / 2};
  }, selector);
  if (place) await tab.point(place.x, place.y);
}

/// Checks the page printed on A4 from a dark screen, with the pointer on the chart or on a key of its legend.
async function on_paper(tab, findings) {
  for (const pointed of ["canvas", ".legend button"]) {
    await tab.show({width: k_desk});
    await point_at(tab, pointed);
    await tab.evaluate(() => { dispatchEvent(new Event("beforeprint")); });
    await tab.show({width: k_paper, media: "print", scheme: "dark"});
    await point_at(tab, pointed);
    await findings.of(`print, pointed at ${pointed}`, () => tab.evaluate(page.pointed_on_paper));
    await tab.evaluate(() => { dispatchEvent(new Event("afterprint")); });
  }
  await tab.evaluate(() => { dispatchEvent(new Event("beforeprint")); });
  for (const check_of of ["overflow", "cut", "charts"]) await findings.of("print", () => tab.evaluate(page[check_of]));
  await findings.of("print", () => tab.evaluate(page.contrast, false));
  const pdf = await tab.pdf({first: true});
  if (!/\/Type\s*\/Page\b/.test(pdf.toString("latin1"))) findings.say("print", ["no sheet of paper"]);
}

async function without_script(tab, address, findings) {
  await tab.forbid_scripts();
  await tab.show({width: k_phone, height: 844});
  await tab.open(address);
  await tab.evaluate(page.prepare);
  for (const check_of of ["without_script", "overflow"]) await findings.of("no script", () => tab.evaluate(page[check_of]));
  findings.say("no script", tab.complaints);
}

/// Checks the page of a file and returns {findings, bytes}, one line for each finding. `axe_source`: null for no axe-core. `enough` is
/// called with each finding; if it returns true, the rest is not checked.
export async function check(browser, file, axe_source, enough = () => false) {
  const findings = new Findings(enough);
  const address = pathToFileURL(file).href;
  const bytes = statSync(file).size;
  if (bytes > k_largest) findings.say("file", [`${bytes} bytes, more than ${k_largest}`]);

  const tab = await browser.tab();
  await tab.show({width: k_desk});
  await tab.open(address);
  await tab.evaluate(page.prepare);
  findings.say("console", tab.complaints.splice(0));
  await on_screen(tab, findings, axe_source);
  if (!findings.done) await on_paper(tab, findings);
  findings.say("console", tab.complaints.splice(0));
  if (!findings.done) await without_script(tab, address, findings);
  findings.say("network", tab.requests);
  await tab.close();
  return {findings: findings.lines, bytes};
}
