/** Headers of every call to `/v1/client/*`. Our own pages have no publishable key. */
export const clientHeaders = (clientSecretKey: string, publishableKey: string | null) => ({
  Authorization: `Bearer ${clientSecretKey}`,
  ...(publishableKey !== null && { "Tessera-Publishable-Key": publishableKey }),
});
