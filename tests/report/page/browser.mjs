// A headless Chromium, driven by its DevTools protocol over a pipe. It needs no port and no library other than node.
import {spawn} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

const k_flags = [
  "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--disable-gpu", "--disable-extensions",
  "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--mute-audio",
  // Tabs in the background must be drawn, too, since several are checked at once.
  "--disable-background-timer-throttling", "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows",
];

const k_patience = 120;  // seconds, on a machine that does much else

export class Browser {
  /// Starts the browser. Throws if it cannot be started. close() ends it and removes its profile.
  static async start(program) {
    const browser = new Browser();
    browser.profile = mkdtempSync(join(tmpdir(), "bora-page-"));
    // Chromium does not start its sandbox as root, the only user of many containers.
    const flags = process.getuid() === 0 ? [...k_flags, "--no-sandbox"] : k_flags;
    browser.process = spawn(program, [...flags, `--user-data-dir=${browser.profile}`],
                            {stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"]});
    browser.said = "";
    browser.process.stderr.on("data", (bytes) => { browser.said += bytes; });
    browser.answers = new Map();
    browser.listeners = new Map();
    browser.next = 1;
    const ended = new Promise((_, reject) => {
      browser.process.on("error", reject);
      browser.process.on("exit", (code) => {
        const error = new Error(`${program} ended with ${code}: ${browser.said.trim().split("\n").slice(-3).join("; ")}`);
        for (const {reject: fail} of browser.answers.values()) fail(error);
        reject(error);
      });
    });
    ended.catch(() => {});
    browser.#listen(browser.process.stdio[4]);
    browser.process.stdio[3].on("error", () => {});  // said by "exit"
    await Promise.race([browser.send("Browser.getVersion"), ended]);
    return browser;
  }

  // Messages are JSON, each followed by a zero byte.
  #listen(stream) {
    let rest = Buffer.alloc(0);
    stream.on("data", (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        const message = JSON.parse(rest.subarray(0, end).toString());
        rest = rest.subarray(end + 1);
        const answer = this.answers.get(message.id);
        if (answer === undefined) {
          this.listeners.get(message.sessionId)?.(message.method, message.params);
          continue;
        }
        this.answers.delete(message.id);
        if (message.error) answer.reject(new Error(`${answer.method}: ${message.error.message}`));
        else answer.resolve(message.result);
      }
    });
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      // A tab that crashed never answers.
      const late = setTimeout(() => {
        this.answers.delete(id);
        reject(new Error(`${method}: no answer within ${k_patience} s`));
      }, 1000 * k_patience);
      const done = (then) => (value) => { clearTimeout(late); then(value); };
      this.answers.set(id, {resolve: done(resolve), reject: done(reject), method});
      this.process.stdio[3].write(`${JSON.stringify({id, method, params, sessionId})}\0`);
    });
  }

  /// Opens a tab that shares no state with others.
  async tab() {
    const {browserContextId} = await this.send("Target.createBrowserContext");
    const {targetId} = await this.send("Target.createTarget", {url: "about:blank", browserContextId});
    const {sessionId} = await this.send("Target.attachToTarget", {targetId, flatten: true});
    const tab = new Tab(this, sessionId, browserContextId);
    await tab.prepare();
    return tab;
  }

  async close() {
    const gone = new Promise((resolve) => { this.process.on("exit", resolve); });
    this.process.kill();
    await gone;
    // Processes of the browser may still write files, and rmSync() fails if a folder receives new ones.
    for (let tries = 0; tries < 50; ++tries) {
      try {
        rmSync(this.profile, {recursive: true, force: true});
        return;
      } catch {
        await new Promise((resolve) => { setTimeout(resolve, 100); });
      }
    }
  }
}

/// Tab. `complaints`: errors and warnings of the page; `requests`: its requests to the network.
class Tab {
  constructor(browser, session, context) {
    Object.assign(this, {browser, session, context, script: true, complaints: [], requests: [], loaded: null, address: ""});
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  async prepare() {
    this.browser.listeners.set(this.session, (method, params) => this.#event(method, params));
    for (const domain of ["Page", "Runtime", "Log", "Network", "DOM"]) await this.send(`${domain}.enable`);
    // Requests are paused until they are allowed.
    await this.send("Fetch.enable", {patterns: [{urlPattern: "*"}]});
    await this.send("Emulation.setFocusEmulationEnabled", {enabled: true});
    // Scrollbars take no room on phones and on paper.
    await this.send("Emulation.setScrollbarsHidden", {hidden: true});
  }

  /// Disables scripts in pages that are opened later.
  async forbid_scripts() {
    this.script = false;
    await this.send("Emulation.setScriptExecutionDisabled", {value: true});
  }

  #event(method, params) {
    if (method === "Page.loadEventFired") this.loaded?.();
    if (method === "Runtime.exceptionThrown")
      this.complaints.push(`exception: ${params.exceptionDetails.exception?.description ?? params.exceptionDetails.text}`);
    if (method === "Runtime.consoleAPICalled" && ["error", "warning", "assert"].includes(params.type))
      this.complaints.push(`console.${params.type}: ${params.args.map((each) => each.value ?? each.description).join(" ")}`);
    if (method === "Log.entryAdded" && ["error", "warning"].includes(params.entry.level))
      this.complaints.push(`${params.entry.level}: ${params.entry.text}`);
    if (method === "Fetch.requestPaused") {
      const {requestId, request} = params;
      const own = request.url === this.address;
      if (!own) this.requests.push(request.url);
      const answer = own ? this.send("Fetch.continueRequest", {requestId})
                         : this.send("Fetch.failRequest", {requestId, errorReason: "BlockedByClient"});
      answer.catch(() => {});  // the tab is gone
    }
  }

  async open(address) {
    this.address = address;
    const loaded = new Promise((resolve) => { this.loaded = resolve; });
    const {errorText} = await this.send("Page.navigate", {url: address});
    if (errorText) throw new Error(`${address}: ${errorText}`);
    await loaded;
  }

  /// Calls the function in the page and returns its result. It can use only the page and its arguments.
  async evaluate(made, ...values) {
    const {result, exceptionDetails} = await this.send("Runtime.evaluate", {
      expression: `(${made})(...${JSON.stringify(values)})`, awaitPromise: true, returnByValue: true});
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /// Sets the view. Media: "" (screen; print on paper) or "print" (also on the screen); scheme: "light" or "dark". Width and height in CSS pixels.
  async show({width = 1280, height = 900, scheme = "light", media = "", still = false}) {
    await this.send("Emulation.setDeviceMetricsOverride", {width, height, deviceScaleFactor: 1, mobile: width < 600});
    await this.send("Emulation.setEmulatedMedia", {media, features: [
      {name: "prefers-color-scheme", value: scheme},
      {name: "prefers-reduced-motion", value: still ? "reduce" : "no-preference"}]});
    // Within two frames, the page's observers receive the new sizes and their changes are drawn.
    if (this.script)
      await this.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }

  async press(key, {code = key, text = undefined, keyCode}) {
    const event = {key, code, text, windowsVirtualKeyCode: keyCode, nativeVirtualKeyCode: keyCode};
    await this.send("Input.dispatchKeyEvent", {type: text ? "keyDown" : "rawKeyDown", ...event});
    await this.send("Input.dispatchKeyEvent", {type: "keyUp", ...event});
  }

  async point(x, y) {
    await this.send("Input.dispatchMouseEvent", {type: "mouseMoved", x, y});
  }

  /// Returns the bytes of a PDF of the page on A4; only the first sheet if `first`.
  async pdf({first = false} = {}) {
    const {data} = await this.send("Page.printToPDF", {pageRanges: first ? "1" : "", preferCSSPageSize: true, printBackground: true, paperWidth: 8.27, paperHeight: 11.69});
    return Buffer.from(data, "base64");
  }

  /// Returns the bytes of a PNG of the whole page.
  async screenshot() {
    const size = await this.evaluate(() => ({width: document.documentElement.clientWidth, height: document.documentElement.scrollHeight}));
    const {data} = await this.send("Page.captureScreenshot", {format: "png", captureBeyondViewport: true, clip: {x: 0, y: 0, scale: 1, ...size}});
    return Buffer.from(data, "base64");
  }

  async close() {
    this.browser.listeners.delete(this.session);
    await this.browser.send("Target.disposeBrowserContext", {browserContextId: this.context});
  }
}
