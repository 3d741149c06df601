import './email-templates.css';
import { Alert, Button, Modal, TextInput } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type EmailDesign, toFlat } from '../../../api/contract/email-design.ts';
import type { EmailTemplate } from '../../../api/contract/email-templates.ts';
import { useRead } from '../../api/read.ts';
import { useRefresh } from '../../api/refresh.ts';
import { useApp } from '../../app/context.tsx';
import { useRouteParam } from '../../app/params.ts';
import { keepPast, logWithPast } from '../../builder/past.ts';
import { useDraft } from '../../builder/useDraft.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormGhost } from '../../components/FormGhost.tsx';
import { useLeaveGuard } from '../../components/form/leave.ts';
import { PageTitle } from '../../components/PageHeader.tsx';
import { DesignEditor } from '../../email-editor/EmailEditor.tsx';
import { Thumb } from '../../email-editor/Thumb.tsx';
import { useHere } from './here.ts';
import { t } from './texts.ts';

type Records = Record<string, Record<string, unknown>>;

/** /business/settings/email-templates/{id}/edit, /agency/email-templates/{id}/edit */
export default function EditEmailTemplate() {
  const id = useRouteParam('id');
  const { isAgency } = useHere();
  const read = useRead('/email-templates/{id}', { params: { id } }, { swr: { revalidateOnFocus: false } });
  if (read.error) return <ErrorState error={read.error} onRetry={read.refresh} />;
  if (!read.data)
    return (
      <div className="bk-page">
        <FormGhost />
      </div>
    );
  const template = read.data.data;
  return isAgency || template.owner === 'business' ?
      <Edit key={id} template={template} />
    : <Offered template={template} />;
}

const designOf = ({ design }: EmailTemplate) => design as unknown as EmailDesign;

function Edit({ template }: { readonly template: EmailTemplate }) {
  const { client } = useApp();
  const refresh = useRefresh();
  const { here } = useHere();
  const { id } = template;
  const [begin] = useState(() => {
    const records: Records = {
      mail: { name: template.name, subject: template.subject },
      ...(toFlat(designOf(template)) as Records),
    };
    return { log: logWithPast(id, template.revision, records), revision: template.revision };
  });
  const put = useCallback(
    async ({ mail, ...records }: Records, revision: number) => {
      const { data } = await client.put('/email-templates/{id}', {
        params: { id },
        body: { ...(mail as { name?: string; subject?: string } | undefined), records, revision },
        quiet: true,
      });
      return { revision: data.revision, version: null, edited: true };
    },
    [client, id],
  );
  const draft = useDraft(begin, put);
  const { log, revision, state } = draft;
  useEffect(() => {
    if (state === 'saved') keepPast(id, revision, log);
  }, [id, revision, log, state]);
  // What the list shows is as it was: it is read again when it is next looked at.
  const left = useRef(refresh);
  useEffect(() => {
    left.current = refresh;
  });
  useEffect(
    () => () => {
      void left.current('/email-templates');
    },
    [],
  );
  const leave = useLeaveGuard(state !== 'saved');
  const { name = '', subject = '' } = (log.page['mail'] ?? {}) as { readonly name?: string; readonly subject?: string };
  const subjectField = useRef<HTMLInputElement>(null);
  const designLog = useMemo(
    () => ({
      log,
      edit: draft.edit,
      replace: (records: Parameters<typeof draft.replace>[0]) => {
        draft.replace(records);
      },
      undo: draft.undo,
      redo: draft.redo,
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- these stay the same as long as the draft does
    [log, draft.edit, draft.replace, draft.undo, draft.redo],
  );
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
        event.preventDefault();
        void draft.save();
      }
    };
    document.addEventListener('keydown', hear);
    return () => {
      document.removeEventListener('keydown', hear);
    };
  });
  return (
    <div className="bk-page et-edit">
      <header className="et-head">
        <Link href={here} className="back" aria-label={t('et.back')}>
          <IconChevronLeft size={18} aria-hidden />
        </Link>
        <PageTitle title={name.trim() === '' ? t('et.untitled') : name} />
        <span className="muted" role="status">
          {state === 'refused' ?
            t('et.refused', { problem: draft.problem ?? '' })
          : t(state === 'conflict' ? 'et.unsaved' : `et.${state}`)}
        </span>
      </header>
      {draft.theirs !== null && (
        <Alert color="yellow" title={t('et.conflict')}>
          <span className="et-choice">
            <Button size="xs" variant="default" onClick={draft.takeTheirs}>
              {t('et.theirs')}
            </Button>
            <Button size="xs" onClick={draft.keepMine}>
              {t('et.mine')}
            </Button>
          </span>
        </Alert>
      )}
      <div className="et-names">
        <TextInput
          label={t('et.name')}
          value={name}
          maxLength={120}
          onChange={(event) => {
            draft.edit('mail', 'name', event.currentTarget.value);
          }}
        />
        {template.kind === 'mail' && (
          <TextInput
            ref={subjectField}
            label={t('et.subject')}
            value={subject}
            maxLength={200}
            onChange={(event) => {
              draft.edit('mail', 'subject', event.currentTarget.value);
            }}
          />
        )}
      </div>
      <DesignEditor
        log={designLog}
        subject={template.kind === 'mail' ? subject : null}
        onSubject={() => subjectField.current?.focus()}
      />
      <Modal opened={leave.asking} onClose={leave.stay} title={t('form.leaveTitle')} size="sm">
        <p className="muted">{t('form.leaveText')}</p>
        <div className="et-choice">
          <Button variant="default" onClick={leave.leave}>
            {t('form.leave')}
          </Button>
          <Button
            onClick={() => {
              void draft.save();
              leave.stay();
            }}
          >
            {t('form.stay')}
          </Button>
        </div>
      </Modal>
    </div>
  );
}

/** What the agency offers: looked at, and copied. */
function Offered({ template }: { readonly template: EmailTemplate }) {
  const { client, run } = useApp();
  const { here } = useHere();
  const [, go] = useLocation();
  return (
    <div className="bk-page">
      <header className="et-head">
        <Link href={here} className="back" aria-label={t('et.back')}>
          <IconChevronLeft size={18} aria-hidden />
        </Link>
        <PageTitle title={template.name} />
      </header>
      <p className="muted">{t('et.offered')}</p>
      <Button
        className="et-copy"
        onClick={() =>
          void run(async () => {
            const { data } = await client.post('/email-templates/{id}/duplicate', {
              params: { id: template.id },
              body: {},
            });
            go(`${here}/${data.id}/edit`);
          })
        }
      >
        {t('et.copy')}
      </Button>
      <div className="et-look">
        <Thumb design={designOf(template)} />
      </div>
    </div>
  );
}
