import { Button, Tooltip } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { TestDialog } from '../../broadcasts/compose/TestDialog.tsx';
import type { NodeOf } from '../model.ts';
import { t } from '../texts.ts';
import type { Media } from './Said.tsx';

type Speaking = NodeOf<'Notification' | 'SendEmail' | 'Redemption' | 'CollectContactData' | 'ImageUpload'>;
/** What a step says, as it stands here, to oneself. Nothing of the automation moves by it. */
export function SendMeThis({ node }: { readonly node: Speaking }) {
  const [open, setOpen] = useState(false);
  const isEmail = node.kind === 'SendEmail';
  const isEmpty = isEmail ? node.designId === null : node.body.trim() === '' && mediaOf(node).length === 0;
  return (
    <>
      <Tooltip label={t(isEmail ? 'au.p.testNoDesign' : 'au.p.testEmpty')} disabled={!isEmpty}>
        <Button
          className="au-test"
          size="xs"
          variant="default"
          leftSection={<IconSend size={15} aria-hidden />}
          aria-disabled={isEmpty}
          onClick={() => {
            if (!isEmpty) setOpen(true);
          }}
        >
          {t('au.p.test')}
        </Button>
      </Tooltip>
      {open && (
        <TestDialog
          type={
            isEmail ? 'email'
            : mediaOf(node).length > 0 ?
              'mms'
            : 'sms'
          }
          content={
            isEmail ?
              { kind: 'mail', subject: node.subject, preheader: node.preheader, design_id: node.designId }
            : {
                kind: 'text',
                body: node.body,
                media: mediaOf(node).map(({ url, contentType }) => ({ url, content_type: contentType })),
              }
          }
          title={t('au.p.test')}
          choosing
          campaign={'campaignId' in node ? node.campaignId : null}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
const mediaOf = (node: Speaking): Media => ('media' in node ? node.media : []);
