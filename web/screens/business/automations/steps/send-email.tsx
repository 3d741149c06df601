import { Button, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { Thumb } from '../../../../email-editor/Thumb.tsx';
import { ChooseDesign } from '../../broadcasts/compose/ChooseDesign.tsx';
import { MergeMenu, notHere } from '../../broadcasts/compose/MergeMenu.tsx';
import { useDesign } from '../../broadcasts/compose/useDesign.ts';
import { t } from '../texts.ts';
import { CampaignOf, type StepEditing } from './editor.tsx';
import { nothing } from './Said.tsx';
import { SendMeThis } from './SendMeThis.tsx';

export const SendEmail = ({ node, around, put }: StepEditing<'SendEmail'>) => (
  <>
    <Email {...{ node, around, put }} />
    <CampaignOf {...{ node, around, put }} />
    <SendMeThis node={node} />
  </>
);

function Email({ node, around: { wrong }, put }: StepEditing<'SendEmail'>) {
  const { subject, preheader, designId } = node;
  const { design, gone } = useDesign({ kind: 'mail', subject, preheader, design_id: designId });
  const [choosing, choose] = useState(false);
  return (
    <>
      <div className="au-subject">
        <TextInput
          label={t('au.p.subject')}
          value={subject}
          maxLength={200}
          error={wrong('subject')}
          onChange={(event) => {
            put({ ...node, subject: event.currentTarget.value });
          }}
        />
        <MergeMenu
          hidden={node.campaignId === null ? notHere : nothing}
          onPick={(tag) => {
            put({ ...node, subject: `${subject}${tag}` });
          }}
        />
      </div>
      <TextInput
        label={t('au.p.preheader')}
        description={t('au.p.preheaderText')}
        value={preheader}
        maxLength={200}
        error={wrong('preheader')}
        onChange={(event) => {
          put({ ...node, preheader: event.currentTarget.value });
        }}
      />
      <div className="au-design" role="group" aria-label={t('au.p.design')}>
        {design !== null && <Thumb design={design} />}
        <div className="acts">
          {designId === null && <span className="muted">{t('au.p.noDesign')}</span>}
          {(wrong('designId') !== undefined || gone) && (
            <span className="problem">{gone ? t('au.gone') : wrong('designId')}</span>
          )}
          {design !== null && (
            <Button
              size="xs"
              variant="default"
              component={Link}
              href={`/business/settings/email-templates/${designId ?? ''}/edit`}
              leftSection={<IconPencil size={15} aria-hidden />}
            >
              {t('au.p.editDesign')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              choose(true);
            }}
          >
            {t(designId === null ? 'au.p.chooseDesign' : 'au.p.otherDesign')}
          </Button>
        </div>
      </div>
      {choosing && (
        <ChooseDesign
          without={node.campaignId === null ? notHere : nothing}
          onClose={() => {
            choose(false);
          }}
          onMade={(made, words) => {
            put({ ...node, designId: made, subject: subject.trim() === '' ? words : subject });
            choose(false);
          }}
        />
      )}
    </>
  );
}
