/**
 * Calls back when the parent process ends, if npm runs this script. npm ends its shell on SIGTERM but does not pass the
 * signal on, so the script would run on with its ports taken. Does nothing on Windows, where `ppid` does not change.
 *
 * @param {() => void} onEnd called once
 */
export function endWithNpm(onEnd) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, 500);
  timer.unref();
}
