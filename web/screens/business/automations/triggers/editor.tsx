import type { ReactNode } from 'react';
import type { FilterData } from '../../../../components/contact-filter/useFilterData.ts';
import { Choice, type Wrong } from '../fields/choices.tsx';
import type { TriggerOn } from '../model.ts';
import { t } from '../texts.ts';

export type OnOf<Kind extends TriggerOn['kind']> = Extract<TriggerOn, { kind: Kind }>;
export interface TriggerEditing<On> {
  readonly on: On;
  /** Where it stands in the step, for what is wrong with it. */
  readonly at: string;
  readonly data: FilterData;
  readonly wrong: Wrong;
  readonly put: (on: On) => void;
}
/** What is asked of a trigger; null: nothing. */
export type TriggerEditor<Kind extends TriggerOn['kind']> = ((given: TriggerEditing<OnOf<Kind>>) => ReactNode) | null;

/** Of which campaign. `needed`: it means nothing without. */
export const CampaignChoice = <On extends { readonly campaignId: string | null }>({
  on,
  at,
  data,
  wrong,
  put,
  needed = false,
}: TriggerEditing<On> & { readonly needed?: boolean }) => (
  <Choice
    label={t('au.p.campaign')}
    among={data.campaigns}
    value={on.campaignId}
    none={t(needed ? 'au.p.chooseCampaign' : 'au.p.anyCampaign')}
    error={wrong(`${at}.campaignId`)}
    onChange={(campaignId) => {
      put({ ...on, campaignId });
    }}
  />
);
/** Of which broadcast. */
export const BroadcastChoice = ({
  value,
  field,
  at,
  data,
  wrong,
  needed = false,
  onChange,
}: Pick<TriggerEditing<TriggerOn>, 'at' | 'data' | 'wrong'> & {
  readonly value: string | null;
  readonly field: string;
  readonly needed?: boolean;
  readonly onChange: (id: string | null) => void;
}) => (
  <Choice
    label={t('au.p.broadcast')}
    among={data.broadcasts}
    value={value}
    none={t(needed ? 'au.p.chooseBroadcast' : 'au.p.anyBroadcast')}
    error={wrong(`${at}.${field}`)}
    onChange={onChange}
  />
);
