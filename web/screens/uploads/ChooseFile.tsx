import './uploads.css';
import { Button, Progress } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { uploadLimits } from '../../../api/contract/contact-uploads.ts';
import { ApiError, isAborted } from '../../api/errors.ts';
import { useRefresh } from '../../api/refresh.ts';
import { showFailure, useApp } from '../../session/context.tsx';
import { percent } from '../../format/number.ts';
import { t } from './texts.ts';

const types = ['csv', 'txt', 'tsv', 'xlsx'] as const;

/** A place to drop a file of contacts on, or to choose one. Leads on to what is to become of it. */
export function ChooseFile({
  address,
  here,
  fields = {},
}: {
  readonly address: '/contacts/import' | '/uploads';
  readonly here: string;
  readonly fields?: Readonly<Record<string, string>>;
}) {
  const { client } = useApp();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const input = useRef<HTMLInputElement>(null);
  const abort = useRef<AbortController | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(
    () => () => {
      abort.current?.abort();
    },
    [],
  );

  const take = async (file: File | undefined) => {
    if (!file || share !== null) return;
    setProblem(null);
    if (!types.some((type) => file.name.toLowerCase().endsWith(`.${type}`))) {
      setProblem(t('uploads.badType', { name: file.name }));
      return;
    }
    if (file.size > uploadLimits.fileBytes) {
      setProblem(t('uploads.tooLarge', { name: file.name }));
      return;
    }
    const controller = new AbortController();
    abort.current = controller;
    setShare(0);
    try {
      const { data } = await client.upload<{ data: { id: string } }>(
        address,
        file,
        setShare,
        controller.signal,
        fields,
      );
      void refresh('/contacts/uploads', '/uploads');
      go(`${here}/${data.id}`);
    } catch (error) {
      if (isAborted(error)) return;
      if (error instanceof ApiError && error.status !== 0) setProblem(error.message);
      else showFailure(error);
      setShare(null);
    }
  };

  return (
    <section
      className={`bk-card bk-drop${over ? ' over' : ''}`}
      aria-label={t('uploads.choose')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('uploads.choose')}
        accept={types.map((type) => `.${type}`).join(',')}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <IconUpload size={26} aria-hidden className="faint" />
      <div className="words">
        <b>{t('uploads.drop')}</b>
        <p className="muted">{t('uploads.dropHint')}</p>
        {problem !== null && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        {share !== null && (
          <Progress value={share * 100} aria-label={t('uploads.sending', { share: percent(share) })} mt="xs" />
        )}
      </div>
      <Button
        loading={share !== null}
        onClick={() => {
          input.current?.click();
        }}
      >
        {t('uploads.choose')}
      </Button>
    </section>
  );
}
