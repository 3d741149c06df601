/** An address as a link: http(s) only, whatever was stored. Null: none. */
export function webAddress(address: string): string | null {
  const trimmed = address.trim();
  if (trimmed === '') return null;
  const whole = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  try {
    const { protocol, href } = new URL(whole);
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}

/** An address on this site, or one of a picture that we made: nothing else is loaded by a page. */
export const ownAddress = (address: string): string | null =>
  /^\/(?!\/)[\w./~%?=&-]*$/.test(address) || /^data:image\/(?:png|svg\+xml|webp);/.test(address) ? address : null;

/** Where a film that is somebody else's is seen; null: it is none. A link and no more: nothing of it is loaded here. */
export function filmAddress(video: string): { readonly url: string; readonly place: string } | null {
  const [, place, id] = /^(youtube|vimeo):([\w-]{6,12})$/.exec(video) ?? [];
  if (id === undefined) return null;
  return place === 'youtube' ?
      { url: `https://www.youtube.com/watch?v=${id}`, place: 'YouTube' }
    : { url: `https://vimeo.com/${id}`, place: 'Vimeo' };
}
