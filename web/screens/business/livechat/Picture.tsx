import type { MediaItem } from '../../../../api/contract/messages.ts';
import { t } from './texts.ts';

/** An uploaded picture's address without the host that it was kept on: a brand's host shows it too. */
const onEveryHost = (url: string): string => {
  const { pathname } = new URL(url, location.href);
  return pathname.startsWith('/media/') ? pathname : url;
};

/** What came with a message: the picture, in the room that it will take, or why there is none. */
export function Picture({ item, alt }: { readonly item: MediaItem; readonly alt: string }) {
  if (item.url === null) {
    const loading = item.state === 'loading';
    return (
      <p className="picture none" role={loading ? 'status' : undefined}>
        {t(
          loading ? 'chat.pictureLoading'
          : item.reason === 'not-a-picture' ? 'chat.notAPicture'
          : 'chat.pictureGone',
        )}
      </p>
    );
  }
  const url = onEveryHost(item.url);
  const size = item.width === null || item.height === null ? {} : { width: item.width, height: item.height };
  return (
    <a href={url} target="_blank" rel="noreferrer" className="picture">
      <img src={url} loading="lazy" alt={alt} {...size} />
    </a>
  );
}
