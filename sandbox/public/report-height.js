// Reports the page's height to the frame around it, whenever it changes.
const { reportHeightTo } = document.body.dataset;
new ResizeObserver(() => {
  const heightPx = Math.ceil(document.body.getBoundingClientRect().height);
  parent.postMessage({ tessera: "challenge_height", heightPx }, reportHeightTo);
}).observe(document.body);
