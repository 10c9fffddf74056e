(() => {
  "use strict";
  const canvas = document.getElementById("success-chart");
  const data = JSON.parse(document.getElementById("success-data").textContent);
  const dashes = [[], [8, 3], [3, 3], [9, 3, 2, 3], [5, 2], [2, 2], [12, 3], [6, 2, 2, 2, 2, 2]];
  // Data of the two charts: against queries and, in runs on graphs, against queries by size.
  const views = {queries: {...data, title: "queries", first: 1}, by_size: data.by_size};
  let view = views.queries;
  const curves = () => view.attacks.filter((attack, i) => attack.x.length > 0 && shown[i]);
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const transparent = (hex, alpha) => hex + Math.round(alpha * 255).toString(16).padStart(2, "0");
  const numbers = new Intl.NumberFormat("en", {maximumSignificantDigits: 12});

  // Three data sets for each curve: the band's upper edge, filled down to the lower edge; the lower edge; the curve.
  const points = (attack, values) => attack.x.map((x, i) => ({x, y: values[i]}));
  const datasets = () => view.attacks.flatMap((attack) => [
    {attack, part: "high", data: points(attack, attack.high), fill: "+1"},
    {attack, part: "low", data: points(attack, attack.low), fill: false},
    {attack, part: "curve", label: attack.name, data: points(attack, attack.y), fill: false},
  ]).map((set) => ({...set, stepped: "before", pointRadius: 0, pointHitRadius: 6,
                    borderWidth: set.part === "curve" ? 2.5 : 0, order: set.part === "curve" ? 0 : 1,
                    borderDash: set.part === "curve" ? dashes[set.attack.dash] : []}));

  // Names may have up to 80 letters. They are cut to the room beside their figures.
  const fitting = (name) => {
    const most = Math.max(8, Math.floor((chart.width - 190) / 7));
    return name.length > most ? `${name.slice(0, most - 1)}\u2026` : name;
  };
  const placeAt = (attack, queries) => {
    let at = -1;
    while (at + 1 < attack.x.length && attack.x[at + 1] <= queries) at++;
    return at;
  };
  // Returns the values of the curves at a number of queries, highest first. A longer list would hide the chart.
  const mostLines = 8;
  const linesAt = (queries) => {
    const lines = curves().map((attack) => ({attack, at: placeAt(attack, queries)})).filter(({at}) => at >= 0)
      .sort((a, b) => b.attack.y[b.at] - a.attack.y[a.at])
      .map(({attack, at}) => `${fitting(attack.name)}: ${attack.y[at].toFixed(1)}% ` +
                             `[${attack.low[at].toFixed(1)}, ${attack.high[at].toFixed(1)}]`);
    return lines.length > mostLines ? [...lines.slice(0, mostLines), `and ${lines.length - mostLines} lower`] : lines;
  };
  // The bands of many attacks would hide one another, so only that of the attack under the pointer is drawn.
  const fewBands = data.attacks.length <= 4;
  // The pointer has no effect while printing.
  let pointedAt = null, onPaper = false;
  const shown = data.attacks.map(() => true);
  const ticks = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000];
  for (let t = 1; t > 1e-9; t /= 10) ticks.unshift(t / 10, t / 5, t / 2);
  const axis = (type) => ({
    type, min: type === "linear" ? 0 : view.first, max: view.budget,
    title: {display: true, text: view.title},
    afterBuildTicks: (scale) => {
      if (type !== "logarithmic") return;
      const roomy = scale.chart.width > 480;
      scale.ticks = ticks.filter((t) => t >= view.first * 0.999 && t <= view.budget &&
                                      (roomy || Math.abs(Math.log10(t) - Math.round(Math.log10(t))) < 1e-9))
                         .map((value) => ({value}));
    },
    ticks: {callback: (value) => numbers.format(value), autoSkip: type === "linear", maxRotation: 0},
    grid: {},
  });

  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.font.size = 13;
  const chart = new Chart(canvas, {
    type: "line",
    data: {datasets: datasets()},
    options: {
      animation: false, maintainAspectRatio: false, parsing: false, normalized: true,
      interaction: {mode: "nearest", axis: "x", intersect: false},
      scales: {
        x: axis("logarithmic"),
        y: {min: 0, max: 100, title: {display: true, text: "success, %"}, grid: {}},
      },
      plugins: {
        legend: {display: false},  // the page has its own, which may be long
        tooltip: {
          displayColors: false,
          filter: (item, index) => index === 0,
          callbacks: {
            title: (items) => items.length ? `within ${numbers.format(items[0].parsed.x)} ${view.title}` : "",
            label: (item) => linesAt(item.parsed.x),
          },
        },
      },
    },
  });

  const paint = () => {
    Chart.defaults.color = colour("--text");
    chart.options.plugins.tooltip.enabled = !onPaper;
    const marked = onPaper ? null : pointedAt;
    for (const set of chart.data.datasets) {
      const own = colour(`--attack-${set.attack.colour}`);
      const place = view.attacks.indexOf(set.attack);
      const other = marked !== null && marked !== place;
      const band = fewBands ? !other : marked === place;
      set.borderColor = set.part === "curve" ? transparent(own, other ? 0.25 : 1) : "transparent";
      set.backgroundColor = set.part === "high" && band ? transparent(own, 0.16) : "transparent";
    }
    for (const scale of Object.values(chart.options.scales)) {
      scale.grid.color = colour("--rule");
      scale.ticks = {...scale.ticks, color: colour("--quiet")};
      scale.title.color = colour("--quiet");
    }
    chart.update();
  };
  paint();

  for (const button of document.querySelectorAll("[data-curve]")) {
    const place = Number(button.dataset.curve);
    const point = (at) => { pointedAt = at; paint(); };
    for (const event of ["mouseenter", "focus"]) button.addEventListener(event, () => point(place));
    for (const event of ["mouseleave", "blur"]) button.addEventListener(event, () => point(null));
    button.addEventListener("click", () => {
      shown[place] = !shown[place];
      button.setAttribute("aria-pressed", String(shown[place]));
      for (let k = 0; k < 3; k++) chart.setDatasetVisibility(3 * place + k, shown[place]);
      paint();
    });
  }

  let scale = "logarithmic";
  const choose = (attribute, use) => {
    const buttons = document.querySelectorAll(`[data-${attribute}]`);
    for (const button of buttons) {
      button.addEventListener("click", () => {
        use(button.dataset[attribute]);
        chart.options.scales.x = axis(scale);
        for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
        paint();
      });
    }
  };
  choose("scale", (name) => { scale = name; });
  choose("unit", (name) => {
    view = views[name];
    chart.data.datasets = datasets();
    shown.forEach((visible, place) => {
      for (let k = 0; k < 3; k++) chart.setDatasetVisibility(3 * place + k, visible);
    });
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);

  // The table is open for readers without scripts. With the chart it is folded.
  for (const details of document.querySelectorAll(".values")) details.open = false;

  // Boxes that cannot be scrolled do not take the keyboard's focus.
  const watch = new ResizeObserver((entries) => {
    for (const {target} of entries) {
      const box = target.closest(".scroll");
      if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  });
  for (const box of document.querySelectorAll(".scroll"))
    for (const part of [box, ...box.children]) watch.observe(part);

  // For printing: light colours, everything unfolded, the chart as wide as the page.
  const folded = [];
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details:not([open], .values)")) {
      details.open = true;
      folded.push(details);
    }
    onPaper = true;
    paint();
    chart.resize(680, 380);
  });
  addEventListener("afterprint", () => {
    for (const details of folded.splice(0)) details.open = false;
    onPaper = false;
    chart.resize();
    paint();
  });
})();
