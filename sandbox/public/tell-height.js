// Reports the page's height to the frame around it, whenever it changes.
const { tellHeightTo } = document.body.dataset;
new ResizeObserver(() => {
  const heightPx = Math.ceil(document.body.getBoundingClientRect().height);
  parent.postMessage({ tessera: "challenge_height", heightPx }, tellHeightTo);
}).observe(document.body);
