(() => {
  "use strict";
  const dashes = [[], [8, 3], [3, 3], [9, 3, 2, 3], [5, 2], [2, 2], [12, 3], [6, 2, 2, 2, 2, 2]];
  const numbers = new Intl.NumberFormat("en", {maximumSignificantDigits: 6});
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const transparent = (hex, alpha) => hex + Math.round(alpha * 255).toString(16).padStart(2, "0");
  const decades = [];
  for (let power = -9; power <= 12; power++) for (const first of [1, 2, 5]) decades.push(first * 10 ** power);
  const percents = (y, low, high) => `${y.toFixed(1)}% [${low.toFixed(1)}, ${high.toFixed(1)}]`;

  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.font.size = 13;

  // Ticks at 1, 2 and 5 times powers of ten; on a narrow chart only at the powers, if there are at least two.
  const logTicks = (scale) => {
    const inside = decades.filter((t) => t >= scale.min * 0.999 && t <= scale.max * 1.001);
    const powers = inside.filter((t) => Math.abs(Math.log10(t) - Math.round(Math.log10(t))) < 1e-9);
    const few = scale.chart.width < 480 && powers.length > 1;
    scale.ticks = (few ? powers : inside).map((value) => ({value}));
  };
  const axis = (type, title, options) => ({
    type, title: {display: true, text: title}, grid: {},
    afterBuildTicks: (scale) => { if (type === "logarithmic") logTicks(scale); },
    ticks: {callback: (value) => numbers.format(value), autoSkip: type === "linear", maxRotation: 0},
    ...options,
  });

  let onPaper = false;  // while printing; the pointer has no effect then

  // Draws a chart. `kind`, of curves() or scatter(), returns the data sets and axes of the selected view.
  const draw = (figure) => {
    const data = JSON.parse(figure.querySelector("script").textContent);
    const chosen = Array(data.choices).fill("0");
    const shown = data.models.map(() => true);
    let pointedAt = null;
    const marked = () => onPaper ? null : pointedAt;
    const state = {data, chosen, shown, isFaint: (model) => marked() !== null && marked() !== model,
                   hasBand: (model) => marked() === model || (marked() === null && data.models.length <= 4)};
    const kind = data.kind === "scatter" ? scatter(state) : curves(state);
    const chart = new Chart(figure.querySelector("canvas"), {
      type: kind.type,
      data: {datasets: kind.datasets()},
      options: {
        scales: kind.scales(),
        animation: false, maintainAspectRatio: false, normalized: true, interaction: kind.interaction,
        layout: {padding: {top: 6, right: 10}},
        plugins: {legend: {display: false}, tooltip: {displayColors: false, ...kind.tooltip}},
      },
      plugins: kind.plugins,
    });
    const paint = () => {
      Chart.defaults.color = colour("--text");
      chart.options.plugins.tooltip.enabled = !onPaper;
      chart.data.datasets = kind.datasets();
      chart.options.scales = kind.scales();
      for (const scale of Object.values(chart.options.scales)) {
        scale.grid.color = colour("--rule");
        scale.ticks.color = colour("--quiet");
        scale.title.color = colour("--quiet");
      }
      chart.update();
    };
    paint();
    for (const select of figure.querySelectorAll("select"))
      select.addEventListener("change", () => { chosen[Number(select.dataset.choice)] = select.value; paint(); });
    for (const button of figure.querySelectorAll("[data-model]")) {
      const model = Number(button.dataset.model);
      const point = (at) => { pointedAt = at; paint(); };
      for (const event of ["mouseenter", "focus"]) button.addEventListener(event, () => point(model));
      for (const event of ["mouseleave", "blur"]) button.addEventListener(event, () => point(null));
      button.addEventListener("click", () => {
        shown[model] = !shown[model];
        button.setAttribute("aria-pressed", String(shown[model]));
        paint();
      });
    }
    return {chart, paint};
  };

  // Charts with a curve and its band for each model: steps over queries, or lines over bounds.
  const curves = (state) => {
    const {data, chosen, shown} = state;
    const stepped = data.kind === "steps";
    const scaleName = () => (stepped && chosen[2] === "0" ? "logarithmic" : "linear");
    const view = () => data.views[stepped ? `${chosen[0]}-${chosen[1]}` : chosen[0]];
    const visible = () => view().curves.filter((curve) => shown[curve.model] && curve.x.length > 0);
    const points = (curve, values) => curve.x.map((x, i) => ({x, y: values[i]}));
    const valueAt = (curve, x) => {
      let at = -1;
      while (at + 1 < curve.x.length && curve.x[at + 1] <= x + 1e-9) at++;
      if (at < 0 || (!stepped && Math.abs(curve.x[at] - x) > 1e-9)) return "";
      return `${data.models[curve.model].name}: ${percents(curve.y[at], curve.low[at], curve.high[at])}`;
    };
    return {
      type: "line",
      plugins: [],
      interaction: {mode: "nearest", axis: "x", intersect: false},
      tooltip: {
        filter: (item, index) => index === 0,
        callbacks: {
          title: (items) => items.length === 0 ? "" : stepped ? `within ${numbers.format(items[0].parsed.x)} queries`
                                                              : `${data.x}: ${numbers.format(items[0].parsed.x)}`,
          label: (item) => visible().map((curve) => valueAt(curve, item.parsed.x)).filter(Boolean),
        },
      },
      // Three data sets for each curve: the band's upper edge, filled down to the lower edge; the lower edge; the curve.
      datasets: () => visible().flatMap((curve) => {
        const model = data.models[curve.model];
        const own = colour(`--attack-${model.colour}`);
        const edge = {borderColor: "transparent", borderWidth: 0, pointRadius: 0, order: 1, stepped: stepped && "before"};
        const fill = state.hasBand(curve.model) ? transparent(own, 0.16) : "transparent";
        return [
          {...edge, data: points(curve, curve.high), fill: "+1", backgroundColor: fill},
          {...edge, data: points(curve, curve.low), fill: false, backgroundColor: "transparent"},
          {...edge, label: model.name, data: points(curve, curve.y), fill: false, order: 0, borderWidth: 2.5, pointHitRadius: 6,
           borderColor: transparent(own, state.isFaint(curve.model) ? 0.25 : 1), borderDash: dashes[model.dash],
           clip: 8, pointRadius: stepped ? 0 : 4, pointBackgroundColor: own, pointBorderColor: own, backgroundColor: "transparent"},
        ];
      }),
      scales: () => ({
        x: stepped ? axis(scaleName(), data.x, {min: scaleName() === "linear" ? 0 : 1, max: data.most})
                   : axis("linear", data.x, {min: 0, max: data.most, afterBuildTicks: (scale) => {
                       scale.ticks = data.ticks.map((value) => ({value}));
                     }}),
        y: axis("linear", view().y || data.y, {min: 0, max: 100}),
      }),
    };
  };

  // Charts with a point, whiskers and a number for each model, and a line through the Pareto front.
  const scatter = (state) => {
    const {data, chosen, shown} = state;
    const view = () => data.views[chosen[0]];
    const visible = () => view().points.filter((point) => shown[point.model]);
    const asGood = (a, b) => (view().less ? a.x <= b.x : a.x >= b.x) && a.y >= b.y;
    const front = () => visible()
      .filter((point) => !visible().some((other) => asGood(other, point) && !asGood(point, other)))
      .sort((a, b) => a.x - b.x);
    const isWide = () => {
      const all = view().points.map((point) => point.x);
      return !view().share && Math.min(...all) > 0 && Math.max(...all) > 20 * Math.min(...all);
    };
    const whiskers = {id: "whiskers", beforeDatasetsDraw: (chart) => {
      const {ctx, scales: {x, y}} = chart;
      ctx.save();
      ctx.lineWidth = 1.25;
      for (const point of visible()) {
        ctx.strokeStyle = transparent(colour(`--attack-${data.models[point.model].colour}`), 0.7);
        const [at, level] = [x.getPixelForValue(point.x), y.getPixelForValue(point.y)];
        const line = (x1, y1, x2, y2) => { ctx.beginPath(); ctx.moveTo(x1, y1); ctx.lineTo(x2, y2); ctx.stroke(); };
        line(at, y.getPixelForValue(point.low), at, y.getPixelForValue(point.high));
        if (point.left !== undefined) line(x.getPixelForValue(point.left), level, x.getPixelForValue(point.right), level);
      }
      ctx.restore();
    }};
    // Each number is placed where it overlaps no point and no other number.
    const labels = {id: "labels", afterDatasetsDraw: (chart) => {
      const {ctx, chartArea: area, scales: {x, y}} = chart;
      const taken = visible().map((point) => ({x: x.getPixelForValue(point.x) - 7, y: y.getPixelForValue(point.y) - 7, w: 14, h: 14}));
      const meets = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
      ctx.save();
      ctx.font = `bold 13px ${Chart.defaults.font.family}`;
      ctx.textBaseline = "top";
      ctx.fillStyle = colour("--text");
      ctx.strokeStyle = colour("--page");  // outline of numbers that lie on a whisker
      ctx.lineWidth = 4;
      ctx.lineJoin = "round";
      for (const point of visible()) {
        const text = String(point.model + 1);
        const size = {w: ctx.measureText(text).width, h: 13};
        const [at, level] = [x.getPixelForValue(point.x), y.getPixelForValue(point.y)];
        const free = [9, 22, 35, 48].flatMap((far) => [[far, -far - 8], [-far - size.w, -far - 8], [far, far - 5], [-far - size.w, far - 5]])
          .map(([dx, dy]) => ({x: at + dx, y: level + dy, ...size}))
          .find((box) => box.x > area.left && box.x + box.w < area.right && box.y > area.top &&
                         box.y + box.h < area.bottom && !taken.some((other) => meets(box, other)));
        if (!free) continue;
        taken.push(free);
        ctx.strokeText(text, free.x, free.y);
        ctx.fillText(text, free.x, free.y);
      }
      ctx.restore();
    }};
    return {
      type: "scatter",
      plugins: [whiskers, labels],
      interaction: {mode: "nearest", intersect: false},
      tooltip: {
        filter: (item) => item.raw.model !== undefined,
        callbacks: {label: (item) => {
          const point = item.raw;
          const value = point.left === undefined ? numbers.format(point.x) : percents(point.x, point.left, point.right);
          return [data.models[point.model].name, `${data.y}: ${percents(point.y, point.low, point.high)}`, `${view().x}: ${value}`];
        }},
      },
      datasets: () => visible().map((point) => {
        const own = colour(`--attack-${data.models[point.model].colour}`);
        return {data: [point], clip: 8, pointRadius: 6, pointHoverRadius: 7, pointBorderColor: colour("--page"), pointBorderWidth: 1,
                pointBackgroundColor: transparent(own, state.isFaint(point.model) ? 0.25 : 1)};
      }).concat([{data: front().map(({x, y}) => ({x, y})), showLine: true, borderColor: colour("--quiet"), borderWidth: 1.5,
                  borderDash: [5, 4], pointRadius: 0, pointHitRadius: 0, backgroundColor: "transparent"}]),
      scales: () => {
        const lows = view().points.map((point) => point.left ?? point.x);
        const highs = view().points.map((point) => point.right ?? point.x);
        const [low, high] = [Math.min(...lows), Math.max(...highs)];
        const x = view().share ? {min: Math.max(0, Math.floor(low - 1)), max: Math.min(100, Math.ceil(high + 1))}
                : isWide() ? {min: low / 1.6, max: high * 1.6} : {min: 0, max: high * 1.15};
        return {
          x: axis(isWide() ? "logarithmic" : "linear", view().x, {...x, ticks: {
            callback: (value) => view().share ? numbers.format(value) : new Intl.NumberFormat("en", {notation: "compact", maximumSignificantDigits: 3}).format(value),
            autoSkip: !isWide(), maxRotation: 0}}),
          y: axis("linear", data.y, {min: 0, max: Math.min(100, 10 * Math.ceil(Math.max(...view().points.map((point) => point.high)) / 10 + 0.2))}),
        };
      },
    };
  };

  const charts = [...document.querySelectorAll("figure[data-chart]")].map(draw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => charts.forEach(({paint}) => paint()));

  // For printing: light colours, everything unfolded, charts as wide as the page.
  const folded = [];
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details:not([open])")) {
      details.open = true;
      folded.push(details);
    }
    onPaper = true;
    for (const {chart, paint} of charts) {
      paint();
      chart.resize(680, 340);
    }
  });
  addEventListener("afterprint", () => {
    for (const details of folded.splice(0)) details.open = false;
    onPaper = false;
    for (const {chart, paint} of charts) {
      chart.resize();
      paint();
    }
  });
})();
