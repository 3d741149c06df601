import { t } from '../texts.ts';
import { CampaignOf, type StepEditing } from './editor.tsx';
import { Said } from './Said.tsx';
import { SendMeThis } from './SendMeThis.tsx';

export const Notification = ({ node, around, put }: StepEditing<'Notification'>) => (
  <>
    <Said
      label={t('au.p.body')}
      body={node.body}
      media={node.media}
      pictures={around.mms}
      coupon={node.campaignId !== null}
      error={around.wrong('body') ?? around.wrong('media')}
      onChange={(body, media) => {
        put({ ...node, body, media });
      }}
    />
    <CampaignOf {...{ node, around, put }} />
    <SendMeThis node={node} />
  </>
);
