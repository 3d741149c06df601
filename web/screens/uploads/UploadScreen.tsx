import './uploads.css';
import { Button, Progress } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ContactUploadDetail } from '../../../api/contract/contact-uploads.ts';
import { useRead } from '../../data/read.ts';
import { useRefresh } from '../../api/refresh.ts';
import { useApp } from '../../session/context.tsx';
import { useRouteParam } from '../../session/params.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormGhost } from '../../components/FormGhost.tsx';
import { RecordHeader } from '../../components/RecordHeader.tsx';
import { count } from '../../format/number.ts';
import { IconFileAlert } from '@tabler/icons-react';
import { Mapping } from './Mapping.tsx';
import { Reading } from './Reading.tsx';
import { refusalText } from './refusal.ts';
import { Rehearsal } from './Rehearsal.tsx';
import { Result } from './Result.tsx';
import { Stage } from './Stage.tsx';
import { t } from './texts.ts';

const busy: readonly string[] = ['received', 'rehearsing', 'importing', 'undoing'];

/** One file, from what its columns mean to what came of it. */
export function UploadScreen({
  path,
  here,
}: {
  readonly path: '/contacts/uploads/{id}' | '/uploads/{id}';
  readonly here: string;
}) {
  const id = useRouteParam('id');
  const { client, run } = useApp();
  const refreshAll = useRefresh();
  const [, go] = useLocation();
  const [asked, setAsked] = useState(false);
  const [again, setAgain] = useState<'columns' | 'country' | null>(null);
  const { data, error, refresh } = useRead(
    path,
    { params: { id } },
    // Others hear of it by the websocket; who looks after another's business, by asking.
    { swr: { refreshInterval: (latest) => (latest !== undefined && busy.includes(latest.data.stage) ? 1_000 : 0) } },
  );
  const upload = data?.data;
  const back = { href: here, label: t('uploads.back') };
  if (upload === undefined)
    return (
      <div className="bk-page">
        <RecordHeader name={t('uploads.import')} back={back} />
        {error === undefined ?
          <FormGhost sections={2} />
        : <div className="bk-card">
            <ErrorState error={error} onRetry={refresh} />
          </div>
        }
      </div>
    );
  const { stage } = upload;
  const changed = () => {
    setAgain(null);
    refresh();
    void refreshAll('/contacts/uploads', '/uploads');
  };
  return (
    <div className="bk-page">
      <RecordHeader
        name={upload.file_name}
        badge={<Stage stage={stage} />}
        sub={
          <span className="muted">
            {upload.rows === null ? null : t('uploads.rowsOf', { count: upload.rows })}
            {path === '/uploads/{id}' && upload.business_name !== null && ` · ${upload.business_name}`}
          </span>
        }
        back={back}
      >
        {stage !== 'importing' && stage !== 'undoing' && (
          <Button
            variant="default"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => {
              setAsked(true);
            }}
          >
            {t('uploads.delete')}
          </Button>
        )}
      </RecordHeader>
      {stage === 'refused' || (stage === 'failed' && upload.counts.created + upload.counts.changed === 0) ?
        <div className="bk-card">
          <EmptyState
            error
            icon={IconFileAlert}
            title={t('uploads.refused')}
            text={upload.refusal === null ? '' : refusalText(upload.refusal)}
          />
        </div>
      : busy.includes(stage) ?
        <Working upload={upload} />
      : stage === 'read' || again !== null ?
        <>
          <Reading key={JSON.stringify(upload.reading)} upload={upload} onChanged={changed} />
          <Mapping
            key={JSON.stringify([upload.reading, upload.columns.length])}
            upload={upload}
            focus={again === 'country' ? 'country' : null}
            onPlanned={changed}
          />
        </>
      : stage === 'rehearsed' ?
        <Rehearsal upload={upload} onChanged={changed} onAgain={setAgain} />
      : <Result upload={upload} path={path} onChanged={changed} />}
      <ConfirmDialog
        opened={asked}
        title={t('uploads.deleteTitle', { name: upload.file_name })}
        text={stage === 'finished' ? t('uploads.deleteDone') : t('uploads.deleteText')}
        confirm={t('uploads.delete')}
        onConfirm={() =>
          run(async () => {
            await client.delete(path, { params: { id } });
            void refreshAll('/contacts/uploads', '/uploads');
            go(here);
          })
        }
        onClose={() => {
          setAsked(false);
        }}
      />
    </div>
  );
}

function Working({ upload: { stage, done, rows, counts } }: { readonly upload: ContactUploadDetail }) {
  const share = rows === null || rows === 0 ? 0 : (done / rows) * 100;
  const words =
    stage === 'received' ? t('uploads.reading')
    : stage === 'rehearsing' ? t('uploads.rehearsing')
    : stage === 'undoing' ? t('uploads.undoing')
    : t('uploads.importing');
  return (
    <section className="bk-card bk-working" aria-label={words} aria-live="polite">
      <b>{words}</b>
      <Progress value={stage === 'received' ? 100 : share} animated={stage === 'received'} aria-label={words} />
      <p className="muted num">
        {rows !== null && stage !== 'received' && t('uploads.progress', { done: count(done), rows: count(rows) })}
        {stage === 'importing' &&
          ` · ${t('uploads.short', { created: count(counts.created), changed: count(counts.changed) })}`}
      </p>
      <p className="muted">{t('uploads.leave')}</p>
    </section>
  );
}
