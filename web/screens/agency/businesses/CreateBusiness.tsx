import { CreateBusinessScreen } from '../../tenancy/CreateBusiness.tsx';

export default function CreateBusiness() {
  return <CreateBusinessScreen area="agency" />;
}
