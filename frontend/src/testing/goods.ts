import type { ProductDetail, ProductOption } from "@/generated/features/products/product";

/** A size or variant of the shirt below. */
export const option = (id: string, description: string, more: Partial<ProductOption> = {}): ProductOption => ({
  id,
  description,
  descriptionSubline: "",
  price: "29.90",
  originalPrice: null,
  lowestPrice30Days: null,
  unitPrice: null,
  available: true,
  lowStock: false,
  active: true,
  order: 0,
  message: "",
  isDefault: false,
  __typename: "ProductVariant",
  ...more,
});

/** A shirt of three sizes, of which the last is gone; of a product only what its box needs. */
export const shirt = (more: object = {}): ProductDetail =>
  ({
    name: "Shirt",
    price: "29.90",
    originalPrice: "35.00",
    available: true,
    cartLimit: 3,
    select: false,
    soldOutMessage: "",
    publicShippableFrom: null,
    productVariants: { nodes: [option("s", "S"), option("m", "M"), option("l", "L", { available: false })] },
    meta: { personalised: false, externalUrl: "", externalUrlText: "" },
    ...more,
  }) as unknown as ProductDetail;
