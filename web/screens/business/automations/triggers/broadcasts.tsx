import { Amount } from '../fields/choices.tsx';
import { t } from '../texts.ts';
import { BroadcastChoice, type OnOf, type TriggerEditing } from './editor.tsx';

export const OfBroadcast = <On extends OnOf<'broadcast-sent' | 'broadcast-answered'>>({
  on,
  at,
  data,
  wrong,
  put,
}: TriggerEditing<On>) => (
  <BroadcastChoice
    {...{ at, data, wrong }}
    value={on.broadcastId}
    field="broadcastId"
    onChange={(broadcastId) => {
      put({ ...on, broadcastId });
    }}
  />
);

export const LinkClicked = ({ on, at, data, wrong, put }: TriggerEditing<OnOf<'link-clicked'>>) => (
  <BroadcastChoice
    {...{ at, data, wrong }}
    value={on.sourceId}
    field="sourceId"
    onChange={(sourceId) => {
      put({ ...on, sourceId });
    }}
  />
);

export function BroadcastNotClicked({ on, at, data, wrong, put }: TriggerEditing<OnOf<'broadcast-not-clicked'>>) {
  return (
    <>
      <BroadcastChoice
        {...{ at, data, wrong }}
        value={on.broadcastId}
        field="broadcastId"
        needed
        onChange={(broadcastId) => {
          put({ ...on, broadcastId });
        }}
      />
      <Amount
        label={t('au.p.hours')}
        value={on.hours}
        to={720}
        onChange={(hours) => {
          put({ ...on, hours });
        }}
      />
    </>
  );
}
