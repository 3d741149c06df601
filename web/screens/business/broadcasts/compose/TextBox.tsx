import '../../livechat/livechat.css';
import '../broadcasts.css';
import { ActionIcon, FileButton, Textarea, Tooltip } from '@mantine/core';
import { IconPhoto, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { BroadcastContent } from '../../../../../api/contract/broadcasts.ts';
import { acceptedTypes, useAttachments } from '../../livechat/attachments.ts';
import { EmojiButton } from '../../livechat/EmojiButton.tsx';
import { SegmentCounter } from '../../livechat/SegmentCounter.tsx';
import { t } from '../texts.ts';
import { MergeMenu, notHere } from './MergeMenu.tsx';

type Text = Extract<BroadcastContent, { kind: 'text' }>;

/** A text with merge fields, emoji, pictures and what it costs; what is said goes on in `put`. */
export function TextBox({
  content,
  put,
  label = t('bc.message.body'),
  hidden = notHere,
  pictures = true,
  error,
}: {
  readonly content: Text;
  readonly put: (content: Text) => void;
  readonly label?: string;
  /** Merge fields that mean nothing here. */
  readonly hidden?: ReadonlySet<string>;
  readonly pictures?: boolean;
  readonly error?: string | undefined;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { items, add, drop } = useAttachments(setProblem);
  const latest = useRef({ content, put });
  useEffect(() => {
    latest.current = { content, put };
  });
  // Each picture becomes part of the message as soon as it is there.
  useEffect(() => {
    for (const { key, uploaded } of items) {
      if (uploaded === null) continue;
      const { content: current, put: keep } = latest.current;
      keep({ ...current, media: [...current.media, { url: uploaded.url, content_type: uploaded.content_type }] });
      drop(key);
    }
  }, [items, drop]);
  const insert = (words: string) => {
    const { body } = content;
    const [from, to] = [field.current?.selectionStart ?? body.length, field.current?.selectionEnd ?? body.length];
    put({ ...content, body: body.slice(0, from) + words + body.slice(to) });
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + words.length, from + words.length);
    });
  };
  return (
    <div className="bc-text">
      {(content.media.length > 0 || items.length > 0) && (
        <ul className="pictures">
          {content.media.map(({ url }, index) => (
            <li key={url}>
              <img src={url} alt={t('bc.message.picture', { number: index + 1 })} />
              <button
                type="button"
                aria-label={t('bc.message.dropPicture', { number: index + 1 })}
                onClick={() => {
                  put({ ...content, media: content.media.filter((_, at) => at !== index) });
                }}
              >
                <IconX size={12} />
              </button>
            </li>
          ))}
          {items.map((item) => (
            <li key={item.key}>
              <img src={item.preview} alt={item.name} className="going" />
            </li>
          ))}
        </ul>
      )}
      <Textarea
        ref={field}
        autosize
        minRows={4}
        maxRows={14}
        aria-label={label}
        error={error}
        placeholder={t('bc.message.placeholder')}
        value={content.body}
        onChange={(event) => {
          put({ ...content, body: event.currentTarget.value });
        }}
      />
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="tools">
        <MergeMenu hidden={hidden} onPick={insert} />
        <EmojiButton onPick={insert} />
        {pictures && (
          <FileButton onChange={add} accept={acceptedTypes} multiple>
            {(props) => (
              <Tooltip label={t('bc.message.addPicture')}>
                <ActionIcon {...props} aria-label={t('bc.message.addPicture')}>
                  <IconPhoto size={20} />
                </ActionIcon>
              </Tooltip>
            )}
          </FileButton>
        )}
        <span className="end">
          <SegmentCounter
            text={content.body}
            pictures={content.media.length}
            onReplace={(body) => {
              put({ ...content, body });
            }}
          />
        </span>
      </div>
    </div>
  );
}
