// Tells the frame around the bank's page how tall the page is, whenever that changes.
const { tellHeightTo } = document.body.dataset;
new ResizeObserver(() => {
  const heightPx = Math.ceil(document.body.getBoundingClientRect().height);
  parent.postMessage({ tessera: "challenge_height", heightPx }, tellHeightTo);
}).observe(document.body);
