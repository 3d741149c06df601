import { ActionIcon, Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import type { MediaItem } from '../../../../api/contract/messages.ts';
import { t } from './texts.ts';

/** Of a message, or of one that has not left this browser: that was uploaded, and has no state. */
type Shown = Partial<MediaItem> & Pick<MediaItem, 'url'>;

/** A picture's address without the host it was kept on: a brand's host shows it too. */
const onEveryHost = (url: string): string => {
  const { pathname } = new URL(url, location.href);
  return pathname.startsWith('/media/') ? pathname : url;
};
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/**
 * The pictures of one text, in a grid. Room is kept for each before it is there, so that nothing below it moves.
 * `opens`: pressed, they are shown large where one is; a press that asks for a tab of its own gets one.
 */
export function Pictures({
  media,
  alt,
  opens = false,
}: {
  readonly media: readonly Shown[];
  readonly alt: string;
  readonly opens?: boolean;
}) {
  const [large, setLarge] = useState<number | null>(null);
  if (media.length === 0) return null;
  const only = media.length === 1 ? media[0] : undefined;
  const ratio = only?.width && only.height ? clamp(only.width / only.height, 0.6, 2.4) : undefined;
  const urls = media.flatMap(({ url }) => (url === null ? [] : [onEveryHost(url)]));
  return (
    <div className={`pictures n${Math.min(media.length, 3)}`}>
      {media.map((item, index) => {
        if (item.url === null) return <NoPicture key={index} item={item} />;
        const url = onEveryHost(item.url);
        const picture = <img src={url} alt={alt} decoding="async" />;
        const room = ratio === undefined ? {} : { style: { aspectRatio: String(ratio) } };
        return opens ?
            <a
              key={`${index} ${url}`}
              href={url}
              target="_blank"
              rel="noreferrer"
              className="picture"
              aria-haspopup="dialog"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                setLarge(urls.indexOf(url));
              }}
              {...room}
            >
              {picture}
            </a>
          : <span key={`${index} ${url}`} className="picture" {...room}>
              {picture}
            </span>;
      })}
      <Large
        urls={urls}
        alt={alt}
        at={large}
        onTurn={setLarge}
        onClose={() => {
          setLarge(null);
        }}
      />
    </div>
  );
}

/** One picture as large as the window lets it be; the arrows turn to the others of its text, Escape goes back to it. */
function Large({
  urls,
  alt,
  at,
  onTurn,
  onClose,
}: {
  readonly urls: readonly string[];
  readonly alt: string;
  readonly at: number | null;
  readonly onTurn: (at: number) => void;
  readonly onClose: () => void;
}) {
  const url = at === null ? undefined : urls[at];
  const turn = (by: number) => {
    if (at !== null && urls.length > 1) onTurn((at + by + urls.length) % urls.length);
  };
  const where = at !== null && urls.length > 1 ? t('chat.pictureOf', { at: at + 1, count: urls.length }) : null;
  return (
    <Modal
      opened={url !== undefined}
      onClose={onClose}
      title={[alt, where].filter((word) => word !== null).join(' · ')}
      size="auto"
      centered
      className="bk-large"
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') turn(-1);
        if (event.key === 'ArrowRight') turn(1);
      }}
    >
      {url !== undefined && <img src={url} alt={alt} />}
      <div className="tools">
        {urls.length > 1 && (
          <>
            <ActionIcon
              aria-label={t('chat.pictureBefore')}
              onClick={() => {
                turn(-1);
              }}
            >
              <IconChevronLeft size={20} />
            </ActionIcon>
            <ActionIcon
              aria-label={t('chat.pictureNext')}
              onClick={() => {
                turn(1);
              }}
            >
              <IconChevronRight size={20} />
            </ActionIcon>
          </>
        )}
        {url !== undefined && (
          <ActionIcon component="a" href={url} target="_blank" rel="noreferrer" aria-label={t('chat.pictureTab')}>
            <IconExternalLink size={20} />
          </ActionIcon>
        )}
      </div>
    </Modal>
  );
}

/** It is being fetched, or will not be shown, and why. */
function NoPicture({ item }: { readonly item: Shown }) {
  const loading = item.state === 'loading';
  const why = item.reason === 'not-a-picture' ? 'chat.notAPicture' : 'chat.pictureGone';
  return (
    <p className="picture none" role={loading ? 'status' : undefined}>
      {t(loading ? 'chat.pictureLoading' : why)}
    </p>
  );
}
