import { Button } from '@mantine/core';
import { IconArrowBackUp, IconDownload, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ContactUploadDetail } from '../../../api/contract/contact-uploads.ts';
import { useApp } from '../../session/context.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { exact } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { Counts } from './Counts.tsx';
import { t } from './texts.ts';
import { refusalText } from './refusal.ts';

/** What came of it, who attested it, and the way back. */
export function Result({
  upload,
  path,
  onChanged,
}: {
  readonly upload: ContactUploadDetail;
  readonly path: '/contacts/uploads/{id}' | '/uploads/{id}';
  readonly onChanged: () => void;
}) {
  const { client, run } = useApp();
  const style = useDateStyle();
  const [asked, setAsked] = useState(false);
  const { counts, undone, attested, stage, id } = upload;
  const wrong = counts.refused + counts.duplicates + counts.over_limit + counts.values_left;
  const download = (which: 'file_url' | 'problems_url') =>
    run(async () => {
      const { data } = await client.get(`${path}/token`, { params: { id } });
      window.location.assign(data[which]);
    });
  return (
    <>
      <section className="bk-card bk-mapping" aria-labelledby="result-title">
        <h2 id="result-title">{t(stage === 'undone' ? 'uploads.wasUndone' : 'uploads.happened')}</h2>
        {stage === 'failed' && upload.refusal !== null && <p className="problem">{refusalText(upload.refusal)}</p>}
        {undone !== null && (
          <p>
            {t('uploads.undoneText', {
              removed: count(undone.removed),
              restored: count(undone.restored),
              left: count(undone.left),
            })}
          </p>
        )}
        <Counts counts={counts} />
        <div className="actions">
          {path === '/contacts/uploads/{id}' && (
            <Button component={Link} href="/business/contacts" leftSection={<IconUsers size={15} aria-hidden />}>
              {t('uploads.seeContacts')}
            </Button>
          )}
          {wrong > 0 && (
            <Button
              variant="default"
              leftSection={<IconDownload size={15} aria-hidden />}
              onClick={() => {
                void download('problems_url');
              }}
            >
              {t('uploads.problems')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => {
              void download('file_url');
            }}
          >
            {t('uploads.original')}
          </Button>
          {undone === null && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={15} aria-hidden />}
              onClick={() => {
                setAsked(true);
              }}
            >
              {t('uploads.undo')}
            </Button>
          )}
        </div>
      </section>
      {attested !== null && (
        <section className="bk-card bk-mapping" aria-labelledby="attested-title">
          <h2 id="attested-title">{t('uploads.attested')}</h2>
          <blockquote>{attested.statement}</blockquote>
          <p className="muted">
            {t('uploads.attestedWho', {
              who: attested.by ?? t('uploads.somebody'),
              when: exact(attested.at, style),
              where: attested.ip_address ?? t('uploads.somewhere'),
            })}
          </p>
        </section>
      )}
      <ConfirmDialog
        opened={asked}
        title={t('uploads.undoTitle')}
        text={t('uploads.undoText', { created: count(counts.created), changed: count(counts.changed) })}
        confirm={t('uploads.undo')}
        onConfirm={() =>
          run(async () => {
            await client.post('/uploads/{id}/undo', { params: { id }, quiet: true });
            onChanged();
          })
        }
        onClose={() => {
          setAsked(false);
        }}
      />
    </>
  );
}
