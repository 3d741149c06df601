import { OrderScreen } from './OrderScreen.tsx';

export default function BusinessOrder() {
  return <OrderScreen id="business" />;
}
