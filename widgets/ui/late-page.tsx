/** What a page in its own window says if its script does not run; the script replaces it. */
export const LatePage = ({ late }: { late: string }) => (
  <p class="late-page" role="status">
    {late}
  </p>
);
