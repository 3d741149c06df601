import { EditBusinessScreen } from '../../tenancy/EditBusiness.tsx';

export default function EditBusiness() {
  return <EditBusinessScreen area="agency" />;
}
