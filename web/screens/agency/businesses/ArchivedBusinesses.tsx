import { BusinessScreen } from '../../tenancy/BusinessList.tsx';

export default function ArchivedBusinesses() {
  return <BusinessScreen area="agency" archived />;
}
