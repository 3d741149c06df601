import { t } from '../texts.ts';
import { CampaignOf, type StepEditing } from './editor.tsx';
import { Said } from './Said.tsx';
import { SendMeThis } from './SendMeThis.tsx';

export const Redemption = ({ node, around, put }: StepEditing<'Redemption'>) => (
  <>
    <CampaignOf {...{ node, around, put }} needed />
    <Said
      label={t('au.p.couponText')}
      hint={t('au.p.couponHint')}
      body={node.body}
      coupon
      error={around.wrong('body')}
      onChange={(body) => {
        put({ ...node, body });
      }}
    />
    <SendMeThis node={node} />
  </>
);
