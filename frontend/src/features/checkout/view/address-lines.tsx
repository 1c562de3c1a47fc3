interface Props {
  address: {
    firstName: string;
    lastName: string;
    company: string;
    address: string;
    address2: string;
    postCode: string;
    city: string;
    countryName: string;
  };
}

export function AddressLines({ address }: Props) {
  const lines = [
    `${address.firstName} ${address.lastName}`.trim(),
    address.company,
    address.address,
    address.address2,
    `${address.postCode} ${address.city}`.trim(),
    address.countryName,
  ].filter(Boolean);
  return (
    <address className="not-italic [overflow-wrap:anywhere]">
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  );
}
