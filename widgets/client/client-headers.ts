/** Headers of every call to `/v1/client/*`. */
export const clientHeaders = (clientSecretKey: string, publishableKey: string) => ({
  Authorization: `Bearer ${clientSecretKey}`,
  "Tessera-Publishable-Key": publishableKey,
});
