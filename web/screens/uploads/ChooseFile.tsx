import { Progress } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { uploadLimits } from '../../../api/contract/contact-uploads.ts';
import { ApiError, isAborted } from '../../api/errors.ts';
import { useRefresh } from '../../api/refresh.ts';
import { showFailure, useApp } from '../../session/context.tsx';
import { percent } from '../../format/number.ts';
import { FileDrop } from './FileDrop.tsx';
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
  const abort = useRef<AbortController | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(
    () => () => {
      abort.current?.abort();
    },
    [],
  );

  const take = async (file: File) => {
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
    <FileDrop
      title={t('uploads.drop')}
      hint={t('uploads.dropHint')}
      button={t('uploads.choose')}
      types={types}
      problem={problem}
      isBusy={share !== null}
      onFile={(file) => void take(file)}
    >
      {share !== null && (
        <Progress value={share * 100} aria-label={t('uploads.sending', { share: percent(share) })} mt="xs" />
      )}
    </FileDrop>
  );
}
