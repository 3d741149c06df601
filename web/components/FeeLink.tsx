import { Link } from 'wouter';
import type { WalletLine } from '../../api/contract/wallets.ts';
import { useProfile } from '../session/profile.tsx';
import { t } from './texts.ts';

const ofBusiness = '/business/settings?tab=2';

/** Where a reader sees the registration of a business: agencies act as the business for it. */
export const registrationHref = (role: ReturnType<typeof useProfile>['role'], businessId: string): string =>
  role === 'Admin' ? `/admin/settings/a2p?business_id=${businessId}`
  : role === 'Agency' ? `/agency/businesses/${businessId}/act?to=${encodeURIComponent(ofBusiness)}`
  : ofBusiness;

/** A fee by its name, which opens the registration that it was taken for. */
export const FeeLink = ({
  fee,
  businessId,
}: {
  readonly fee: NonNullable<WalletLine['fee']>;
  readonly businessId: string;
}) => <Link href={registrationHref(useProfile().role, businessId)}>{t(`fee.${fee}`)}</Link>;
