/** Draws a driver's license in place of a photo. */
export function drawSpecimen(give: (blob: Blob) => void) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [1280, 810];
  const context = canvas.getContext("2d");
  if (!context) return;
  context.fillStyle = "#4b4640";
  context.fillRect(0, 0, 1280, 810);
  context.fillStyle = "#f3efe6";
  context.fillRect(110, 70, 1060, 668);
  context.fillStyle = "#22262e";
  context.fillRect(110, 130, 1060, 90);
  for (let x = 190; x < 1090; x += 14) context.fillRect(x, 420, x % 4 === 0 ? 9 : 5, 190);
  context.font = "600 54px sans-serif";
  context.fillStyle = "#b0442f";
  context.fillText("SPECIMEN", 190, 340);
  canvas.toBlob((blob) => blob && give(blob), "image/jpeg", 0.8);
}
