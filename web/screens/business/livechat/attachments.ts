import { useCallback, useEffect, useRef, useState } from 'react';
import { randomKey } from '../../../api/client.ts';
import { uploadPicture } from '../../../api/pictures.ts';
import { ApiError, failureMessage, isAborted } from '../../../api/errors.ts';
import { useApp } from '../../../session/context.tsx';
import type { Unsent } from '../../../data/outbox.ts';
import { t } from './texts.ts';

export interface Attachment {
  readonly key: string;
  readonly name: string;
  /** An address of the picture in this browser, for the preview. */
  readonly preview: string;
  /** 0 to 1 while it is on its way. */
  readonly progress: number;
  readonly uploaded: { readonly url: string; readonly content_type: string } | null;
}

const accepted = ['image/gif', 'image/jpeg', 'image/png', 'image/webp', 'image/avif'];
export const acceptedTypes = accepted.join(',');
const most = 10;

/** The pictures of the text being written: each is uploaded as soon as it is chosen. `before`: those that are there already. */
export function useAttachments(onProblem: (problem: string) => void, before: () => Unsent['media'] = () => []) {
  const { client } = useApp();
  const [items, setItems] = useState<readonly Attachment[]>(() =>
    before().map(({ url, content_type: type }, index) => ({
      key: randomKey(),
      name: String(index + 1),
      preview: url,
      progress: 1,
      uploaded: { url, content_type: type ?? '' },
    })),
  );
  const cancels = useRef(new Map<string, AbortController>());
  const held = useRef(items);
  useEffect(() => {
    held.current = items;
  }, [items]);

  const drop = useCallback((key: string) => {
    cancels.current.get(key)?.abort();
    cancels.current.delete(key);
    const item = held.current.find((candidate) => candidate.key === key);
    if (item) URL.revokeObjectURL(item.preview);
    setItems((all) => all.filter((candidate) => candidate.key !== key));
  }, []);

  const add = useCallback(
    (files: readonly File[]) => {
      let room = most - held.current.length;
      for (const file of files) {
        if (!accepted.includes(file.type)) {
          onProblem(t('compose.badType', { name: file.name }));
          continue;
        }
        if (room-- <= 0) {
          onProblem(t('compose.tooMany'));
          return;
        }
        const key = randomKey();
        const cancel = new AbortController();
        cancels.current.set(key, cancel);
        setItems((all) => [
          ...all,
          { key, name: file.name, preview: URL.createObjectURL(file), progress: 0, uploaded: null },
        ]);
        const change = (part: Partial<Attachment>) => {
          setItems((all) => all.map((item) => (item.key === key ? { ...item, ...part } : item)));
        };
        uploadPicture(
          client,
          { kind: 'own' },
          file,
          (progress) => {
            change({ progress });
          },
          cancel.signal,
        ).then(
          (uploaded) => {
            change({ uploaded, progress: 1 });
          },
          (error: unknown) => {
            if (isAborted(error)) return;
            if (error instanceof ApiError) onProblem(failureMessage(error) ?? t('app.unreachable'));
            drop(key);
          },
        );
      }
    },
    [client, drop, onProblem],
  );

  const clear = useCallback(() => {
    setItems([]);
  }, []);
  useEffect(() => {
    const all = cancels.current;
    return () => {
      for (const cancel of all.values()) cancel.abort();
    };
  }, []);
  return { items, add, drop, clear, busy: items.some((item) => item.uploaded === null) };
}
