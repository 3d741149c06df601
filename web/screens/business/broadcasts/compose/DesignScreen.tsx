import '../../../email-templates/email-templates.css';
import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { EmailTemplate } from '../../../../../api/contract/email-templates.ts';
import { useRead } from '../../../../data/read.ts';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { Note } from '../../../../components/form/Form.tsx';
import { FormGhost } from '../../../../components/FormGhost.tsx';
import { PageTitle } from '../../../../components/PageHeader.tsx';
import { DesignEditor } from '../../../../email-editor/EmailEditor.tsx';
import { useTemplateDraft } from '../../../email-templates/useTemplateDraft.ts';
import { here, letter } from '../presentation.tsx';
import { t } from '../texts.ts';
import { hiddenFor } from './MergeMenu.tsx';
import type { Draft } from './useDraft.ts';

/** The email editor over the design of one variant, with the way back to the broadcast. */
export default function DesignScreen({
  id,
  draft,
  variant,
}: {
  readonly id: string;
  readonly draft: Draft;
  readonly variant: number;
}) {
  const content = draft.contents[variant];
  const designId = content?.kind === 'mail' ? content.design_id : null;
  const read = useRead('/email-templates/{id}', designId === null ? null : { params: { id: designId } }, {
    swr: { revalidateOnFocus: false },
  });
  if (read.error) return <ErrorState error={read.error} onRetry={read.refresh} />;
  if (!read.data || content?.kind !== 'mail')
    return (
      <div className="bk-page">
        <FormGhost />
      </div>
    );
  const title =
    draft.contents.length > 1 ? `${draft.name}, ${t('bc.message.variant', { letter: letter(variant) })}` : draft.name;
  return (
    <Designing
      key={read.data.data.id}
      template={read.data.data}
      title={title}
      subject={content.subject ?? ''}
      back={`${here}/${id}/edit`}
      without={hiddenFor(draft.campaign_id)}
    />
  );
}

function Designing({
  template,
  title,
  subject,
  back,
  without,
}: {
  readonly template: EmailTemplate;
  readonly title: string;
  readonly subject: string;
  readonly back: string;
  /** Merge fields that mean nothing in this broadcast. */
  readonly without: ReadonlySet<string>;
}) {
  const { draft, designLog } = useTemplateDraft(template);
  const [, go] = useLocation();
  const leave = () => {
    void draft.save().then((kept) => {
      if (kept) go(back);
    });
  };
  return (
    <div className="bk-page et-edit">
      <header className="et-head">
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          onClick={leave}
        >
          {t('bc.design.back')}
        </Button>
        <PageTitle title={title} />
        <span className="muted" role="status">
          {draft.state === 'refused' ? (draft.problem ?? t('app.failed')) : t(`bc.design.${draft.state}`)}
        </span>
      </header>
      {draft.theirs !== null && (
        <Note tone="warning">
          {t('bc.design.conflict')}
          <span className="et-choice">
            <Button size="xs" variant="default" onClick={draft.takeTheirs}>
              {t('bc.compose.theirs')}
            </Button>
            <Button size="xs" onClick={draft.keepMine}>
              {t('bc.compose.mine')}
            </Button>
          </span>
        </Note>
      )}
      <DesignEditor
        log={designLog}
        subject={subject}
        without={without}
        onSubject={leave}
        actions={
          <Button size="xs" onClick={leave}>
            {t('bc.design.done')}
          </Button>
        }
      />
    </div>
  );
}
