// A fake reader process, controlled by a picture's first byte (create-document-reader.test.ts).
let loadsModels = true;
process.on("message", (task) => {
  if (task.kind === "prepare" && !loadsModels) return setTimeout(() => process.exit(1), 200);
  if (task.kind === "prepare") return process.send({ kind: "prepared", ocrProblem: "no models" });
  if (task.kind === "read") return process.send({ kind: "read", reading: {} });
  const order = String.fromCharCode(task.image?.bytes[0] ?? 0);
  if (order === "m") loadsModels = false;
  if (order === "d") process.exit(1);
  if (order === "h") return;
  if (order === "f") return process.send({ kind: "failed" });
  const environment = Object.keys(process.env).filter(
    (name) => name !== "NODE_CHANNEL_FD" && name !== "NODE_CHANNEL_SERIALIZATION_MODE",
  );
  process.send({
    kind: "clean",
    outcome: { ok: true, image: null, quality: null, problems: [], environment, pid: process.pid },
  });
});
process.on("disconnect", () => process.exit(0));
process.send({ kind: "ready" });
