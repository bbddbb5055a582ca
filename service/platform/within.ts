/** Resolves to the promise's value, or to "late" after `ms`. */
export async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms), "late");
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
