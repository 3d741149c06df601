import './email-templates.css';
import { Button, TextInput } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link, useLocation } from 'wouter';
import type { EmailTemplate } from '../../../api/contract/email-templates.ts';
import { useRead } from '../../data/read.ts';
import { useApp } from '../../session/context.tsx';
import { useRouteParam } from '../../session/params.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Note } from '../../components/form/Form.tsx';
import { FormGhost } from '../../components/FormGhost.tsx';
import { useLeaveGuard } from '../../components/form/leave.ts';
import { LeaveDialog } from '../../components/form/LeaveDialog.tsx';
import { PageTitle } from '../../components/PageHeader.tsx';
import { storedDesign } from '../../email-editor/design.ts';
import { DesignEditor } from '../../email-editor/EmailEditor.tsx';
import { Thumb } from '../../email-editor/Thumb.tsx';
import { useHere } from './here.ts';
import { t } from './texts.ts';
import { useTemplateDraft } from './useTemplateDraft.ts';

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

function Edit({ template }: { readonly template: EmailTemplate }) {
  const { here } = useHere();
  const { draft, designLog, name, subject } = useTemplateDraft(template);
  const { state } = draft;
  const leave = useLeaveGuard(state !== 'saved');
  const subjectField = useRef<HTMLInputElement>(null);
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
        <Note tone="warning">
          {t('et.conflict')}
          <span className="et-choice">
            <Button size="xs" variant="default" onClick={draft.takeTheirs}>
              {t('et.theirs')}
            </Button>
            <Button size="xs" onClick={draft.keepMine}>
              {t('et.mine')}
            </Button>
          </span>
        </Note>
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
        {template.kind !== 'section' && (
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
        subject={template.kind !== 'section' ? subject : null}
        onSubject={() => subjectField.current?.focus()}
      />
      <LeaveDialog leave={leave} onStay={() => void draft.save()} />
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
        <Thumb design={storedDesign(template)} />
      </div>
    </div>
  );
}
