import type { ReactNode } from 'react';
import type { TriggerOn } from '../model.ts';
import { BroadcastNotClicked, LinkClicked, OfBroadcast } from './broadcasts.tsx';
import { ContactImported } from './contact-imported.tsx';
import { CouponExpiring } from './coupon-expiring.tsx';
import { DateTrigger } from './date.tsx';
import { CampaignChoice, type TriggerEditing, type TriggerEditor } from './editor.tsx';
import { FieldChanged } from './field-changed.tsx';
import { IntegrationEvent } from './integration-event.tsx';
import { OptedIn } from './opted-in.tsx';
import { PointsReached } from './points-reached.tsx';
import { RewardUnlocked } from './reward-unlocked.tsx';
import { TextReceived } from './text-received.tsx';
import { WebhookReceived } from './webhook-received.tsx';

/** What is asked of each kind of trigger. */
const editors = {
  'opted-in': OptedIn,
  'page-submitted': CampaignChoice,
  'vote-cast': CampaignChoice,
  'coupon-issued': CampaignChoice,
  'coupon-redeemed': CampaignChoice,
  'reward-unlocked': RewardUnlocked,
  'points-reached': PointsReached,
  'contact-created': null,
  'contact-imported': ContactImported,
  'field-changed': FieldChanged,
  'text-received': TextReceived,
  'link-clicked': LinkClicked,
  'broadcast-sent': OfBroadcast,
  'broadcast-answered': OfBroadcast,
  'conversation-closed': null,
  'webhook-received': WebhookReceived,
  'integration-event': IntegrationEvent,
  date: DateTrigger,
  'coupon-expiring': CouponExpiring,
  'broadcast-not-clicked': BroadcastNotClicked,
  'by-hand': null,
} satisfies { readonly [Kind in TriggerOn['kind']]: TriggerEditor<Kind> };

export function EditTrigger(given: TriggerEditing<TriggerOn>): ReactNode {
  const Editor = editors[given.on.kind] as ((given: TriggerEditing<TriggerOn>) => ReactNode) | null;
  return Editor === null ? null : <Editor key={given.on.kind} {...given} />;
}
