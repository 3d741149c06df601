import { Words } from '../fields/choices.tsx';
import { DurationFields } from '../fields/times.tsx';
import { t } from '../texts.ts';
import type { StepEditing } from './editor.tsx';
import { Said } from './Said.tsx';
import { SendMeThis } from './SendMeThis.tsx';

/** What is asked, how often, and how long an answer is waited for. */
export function Question({ node, around: { wrong }, put }: StepEditing<'CollectContactData' | 'ImageUpload'>) {
  return (
    <>
      <Said
        label={t('au.p.question')}
        body={node.body}
        coupon={false}
        error={wrong('body')}
        onChange={(body) => {
          put({ ...node, body });
        }}
      />
      <Said
        label={t('au.p.again')}
        hint={t('au.p.againText')}
        body={node.again}
        coupon={false}
        error={wrong('again')}
        onChange={(again) => {
          put({ ...node, again });
        }}
      />
      <SendMeThis node={node} />
      <Words
        label={t('au.p.tries')}
        words={['1', '2', '3', '4', '5']}
        wordOf={(times) => t('au.p.times', { count: Number(times) })}
        value={String(node.tries) as '1'}
        onChange={(times) => {
          put({ ...node, tries: Number(times) });
        }}
      />
      <DurationFields
        label={t('au.p.patience')}
        value={node.patience}
        onChange={(patience) => {
          put({ ...node, patience });
        }}
      />
    </>
  );
}
