(() => {
  "use strict";
  const canvas = document.getElementById("success-chart");
  const data = JSON.parse(document.getElementById("success-data").textContent);
  const dashes = [[], [8, 3], [3, 3], [9, 3, 2, 3], [5, 2], [2, 2], [12, 3], [6, 2, 2, 2, 2, 2]];
  const curves = data.attacks.filter((attack) => attack.x.length > 0);
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const transparent = (hex, alpha) => hex + Math.round(alpha * 255).toString(16).padStart(2, "0");
  const numbers = new Intl.NumberFormat("en");

  // Three data sets a curve: the band's upper edge, filled down to its lower edge, and the curve itself.
  const points = (attack, values) => attack.x.map((x, i) => ({x, y: values[i]}));
  const datasets = data.attacks.flatMap((attack, i) => [
    {attack, place: i, part: "high", data: points(attack, attack.high), fill: "+1"},
    {attack, place: i, part: "low", data: points(attack, attack.low), fill: false},
    {attack, place: i, part: "curve", label: attack.name, data: points(attack, attack.y), fill: false},
  ]).map((set) => ({...set, stepped: "before", pointRadius: 0, pointHitRadius: 6,
                    borderWidth: set.part === "curve" ? 2.5 : 0, order: set.part === "curve" ? 0 : 1,
                    borderDash: set.part === "curve" ? dashes[set.place % 8] : []}));

  const valueAt = (attack, queries) => {
    let at = -1;
    while (at + 1 < attack.x.length && attack.x[at + 1] <= queries) at++;
    return at < 0 ? "" : `${attack.name}: ${attack.y[at].toFixed(1)}% [${attack.low[at].toFixed(1)}, ${attack.high[at].toFixed(1)}]`;
  };
  // A line sample as the curve is drawn; Chart.js's own would be solid, and one for each edge of a band.
  const legendLabels = (shown) => shown.data.datasets.flatMap((set, datasetIndex) => set.part !== "curve" ? [] : [{
    text: set.label, datasetIndex, pointStyle: "line", lineDash: set.borderDash, lineWidth: set.borderWidth,
    strokeStyle: set.borderColor, fontColor: colour("--text"), hidden: !shown.isDatasetVisible(datasetIndex),
  }]);
  const ticks = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000];
  const axis = (type) => ({
    type, min: type === "linear" ? 0 : 1, max: data.budget,
    title: {display: true, text: "queries"},
    afterBuildTicks: (scale) => {
      if (type !== "logarithmic") return;
      const roomy = scale.chart.width > 480;
      scale.ticks = ticks.filter((t) => t <= data.budget && (roomy || Number.isInteger(Math.log10(t))))
                         .map((value) => ({value}));
    },
    ticks: {callback: (value) => numbers.format(value), autoSkip: type === "linear", maxRotation: 0},
    grid: {},
  });

  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.font.size = 13;
  const chart = new Chart(canvas, {
    type: "line",
    data: {datasets},
    options: {
      animation: false, maintainAspectRatio: false, parsing: false, normalized: true,
      interaction: {mode: "nearest", axis: "x", intersect: false},
      scales: {
        x: axis("logarithmic"),
        y: {min: 0, max: 100, title: {display: true, text: "success, %"}, grid: {}},
      },
      plugins: {
        legend: {position: "top", align: "start",
                 labels: {usePointStyle: true, pointStyleWidth: 34, generateLabels: legendLabels},
                 onClick: (event, item, legend) => {
                   const shown = legend.chart.isDatasetVisible(item.datasetIndex);
                   for (let k = 0; k < 3; k++) legend.chart.setDatasetVisibility(item.datasetIndex - k, !shown);
                   legend.chart.update();
                 }},
        tooltip: {
          displayColors: false,
          filter: (item, index) => index === 0,
          callbacks: {
            title: (items) => items.length ? `within ${numbers.format(items[0].parsed.x)} queries` : "",
            label: (item) => curves.map((attack) => valueAt(attack, item.parsed.x)).filter(Boolean),
          },
        },
      },
    },
  });

  const paint = () => {
    Chart.defaults.color = colour("--text");
    for (const set of chart.data.datasets) {
      const own = colour(`--attack-${set.place % 8}`);
      set.borderColor = set.part === "curve" ? own : "transparent";
      set.backgroundColor = set.part === "high" ? transparent(own, 0.16) : "transparent";
    }
    for (const scale of Object.values(chart.options.scales)) {
      scale.grid.color = colour("--rule");
      scale.ticks = {...scale.ticks, color: colour("--quiet")};
      scale.title.color = colour("--quiet");
    }
    chart.update();
  };
  paint();

  for (const button of document.querySelectorAll("[data-scale]")) {
    button.addEventListener("click", () => {
      chart.options.scales.x = axis(button.dataset.scale);
      for (const other of document.querySelectorAll("[data-scale]")) {
        other.setAttribute("aria-pressed", String(other === button));
      }
      paint();
    });
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);

  // On paper: light colours, everything unfolded, the chart as wide as the page.
  const folded = [];
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details:not([open])")) {
      details.open = true;
      folded.push(details);
    }
    paint();
    chart.resize(680, 380);
  });
  addEventListener("afterprint", () => {
    for (const details of folded.splice(0)) details.open = false;
    chart.resize();
    paint();
  });
})();
