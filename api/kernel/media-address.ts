export const mediaIdPattern = /^[A-Za-z0-9_-]{22}$/;
export const mediaUrl = (publicUrl: string, id: string): string => `${publicUrl}/media/${id}`;

/** The id in the address (or the path) of a picture that was uploaded here; null for any other address. */
export function mediaIdOf(publicUrl: string, url: string): string | null {
  const prefix = [`${publicUrl}/media/`, '/media/'].find((start) => url.startsWith(start));
  const id = prefix === undefined ? '' : url.slice(prefix.length);
  return mediaIdPattern.test(id) ? id : null;
}
