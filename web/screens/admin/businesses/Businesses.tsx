import { BusinessScreen } from '../../tenancy/BusinessList.tsx';

export default function Businesses() {
  return <BusinessScreen area="admin" />;
}
