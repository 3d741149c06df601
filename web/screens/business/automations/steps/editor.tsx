import type { ReactNode } from 'react';
import type { FilterData } from '../../../../components/contact-filter/useFilterData.ts';
import { Choice, type Wrong } from '../fields/choices.tsx';
import type { Document, Node, NodeKind, NodeOf } from '../model.ts';
import { t } from '../texts.ts';

/** `brand`: of whose agency they are. */
export interface Teammate {
  readonly id: string;
  readonly name: string;
  readonly brand: string | null;
  readonly has_phone: boolean;
}
export interface Around {
  readonly document: Document;
  readonly data: FilterData;
  readonly team: readonly Teammate[];
  readonly mms: boolean;
  readonly wrong: Wrong;
}
export type Put<N extends Node = Node> = (node: N) => void;

export interface StepEditing<Kind extends NodeKind> {
  readonly node: NodeOf<Kind>;
  readonly around: Around;
  readonly put: Put;
}
/** What is asked of a step; null: nothing but where it goes on. */
export type StepEditor<Kind extends NodeKind> = ((editing: StepEditing<Kind>) => ReactNode) | null;

/** The campaign that a step is about. `none`: what it means that none was chosen. */
export const CampaignOf = ({
  node,
  around: { data, wrong },
  put,
  needed = false,
}: StepEditing<'Notification' | 'SendEmail' | 'Redemption' | 'SubscribeContactToList'> & {
  readonly needed?: boolean;
}) => (
  <Choice
    label={t('au.p.campaign')}
    among={data.campaigns}
    value={node.campaignId}
    none={t(needed ? 'au.p.chooseCampaign' : 'au.p.noCampaign')}
    {...(needed ? {} : { description: t('au.p.campaignText') })}
    error={wrong('campaignId')}
    onChange={(campaignId) => {
      put({ ...node, campaignId });
    }}
  />
);
