"""The fields that the pages of behaviour name (catalogue §3, purchase §3) against the schema."""

import pytest
from graphql import GraphQLInterfaceType, GraphQLObjectType

from config.graphql.schema import schema
from tests.proofs import proves

FIELDS = {
    "Shop": "id slug name domain defaultLocale isBand hasCustomDomain paymentBlacklist orderMergingAllowed meta",
    "ShopMeta": "homeLink description siteDescription socials embedYoutube newsletterPopup mailchimpHeader"
    " mailchimpCustomtext socialImg shareImage favicon design hasAccessCode redirect itemGridColumns itemImageCarousel"
    " itemImageMagnifier preferredImageResolution slidesCustomPager trimZeroDecimals scrollOffset overrideTitle"
    " showEventFilter showEventDoorTime",
    "Social": "title website spotify music tiktok telegram youtube instagram apple twitter facebook link",
    "MerchProduct": "id slug name descriptiveName description color productType artist artistCategory price"
    " originalPrice prices available cartLimit images listImages squareImage overlayListingImage overlayDetailImage"
    " categories productVariants combinedProducts shippingRequirements publicShippableFrom additionalInformation"
    " details soldOutMessage containerFormat select meta",
    "ArtistCategory": "slug name displayName squareImage",
    "Price": "countryCode price originalPrice",
    "Image": "order tags thumbnailAt75 thumbnailAt100 thumbnailAt180 thumbnailAt360 thumbnailAt370 thumbnailAt500"
    " thumbnailAt740 thumbnailAt1000 thumbnailAt1500",
    "ProductCategory": "slug name order productOrder subcategoryOrder id mainCategory",
    "ProductVariant": "id order description descriptionSubline price additionalPrice available availableSectionIds"
    " pricingCategory message physical active",
    "ShippingRequirements": "over18",
    "InfoPanel": "title description",
    "ProductMeta": "root hide personalised follows relatedItemSlugs ticketRequired additionalProducts"
    " allowMultipleOverride bindLeaveEmpty hideInCombinedProduct showColorInCombinedProduct order externalUrl"
    " externalUrlText disclaimer scrollOffset slidesCustomPager orderMergingAllowed listPrice adaptImageSize",
    "ListPrice": "hide prefix value",
    "Event": "id slug name descriptiveName description artist artists price priceLow priceHigh happeningFrom"
    " happeningUntil doorTime stageTime presaleAt venue tours seatmapUrl displayMap cartLimit available soldOutMessage"
    " kulturpassUrl localOrganizer owningCompanyAddress availableSeatIds checkInStartAt checkInEndAt"
    " personalizationRequirement combinedProducts bundles htmlDetails image productVariants meta",
    "HtmlDetails": "content",
    "Venue": "id name address",
    "Address": "address city postCode countryCode",
    "OwningCompanyAddress": "company firstName lastName address address2 city postCode countryCode",
    "EventMeta": "externalLink externalLinkText customTag hideDate hideMap defaultAmount forceSection forceTicketAmount"
    " disclaimerText policyLink customTermsAnchor distancingAmount leads onlyOnlineTickets onlyHardTickets checkin"
    " relatedItemSlugs",
    "PricingCategory": "id name mapColor available expanded section hideButtons productVariants",
    "Artist": "slug name type description abstract alternativeNames mainCategory landscapeImage squareImage"
    " subcategories sortOrderTicketTopLeft sortOrderTicketTopRight sortOrderTicketBottom",
    "Subcategory": "id slug name type",
    "Category": "id slug name type subtitle description disclaimer order squareImage mainCategory sortOrderHomepage"
    " featuredAt merchProducts events notEmpty subcategories",
    "Tour": "name subtitle slug description artistNames artists ticketImage events startDate endDate sortOrderHomepage"
    " featuredIn sortOrderTicketTopLeft sortOrderTicketTopRight sortOrderTicketBottom",
    "NewsEntry": "url inverse title text image embedYoutube",
    "AdventDoor": "name items meta",
    "AdventDoorMeta": "band solution",
    "Cart": "id items shippingAddress billingAddress email shippingMethod paymentMethod payment total"
    " checkoutSubtotal totalPlusShipping shipping physical reference orderReference newItemIds validUntil shippableFrom"
    " shippableFromUntil mergeable countryCode",
    "CartPaymentChoice": "name extraCharge",
    "CartItem": "id type productId productSlug productVariantId productVariantDescription product artistName"
    " productName productType productColor imageUrl amount price total totalSum seat seatId personalIdentifier"
    " personalizationRequirement ticket payment itemOptionId bundledItemIds bundledItems cartItems invalidated"
    " physical",
    "CombinedProduct": "id slug price root commonItems combinations additionalProducts additionalProductGroup"
    " originalPrice available",
    "Combination": "optionName tourName additionalPrice products available soldOutMessage",
    "BundleItem": "options oldPrice newPrice valid disable",
    "CartItemProduct": "id name slug color artist meta productType personalizationRequirement publicShippableFrom",
    "SeatPlace": "sectionName row name",
    "PostalAddress": "firstName lastName company address address2 postCode city countryCode countryName",
    "Order": "id reference status balance items countryCode total totalIncludingShipping invoices"
    " preferredPaymentMethod shippingMethod paymentMethod billingAddress shippingAddress",
    "OrderItem": "total invalidated descriptiveName ticketUrl",
    "ShippingMethod": "id name description price",
    "PaymentMethod": "id name description",
    "Country": "countryCode name",
    "Session": "expiresAt catalogWaitingIndex waitingIndex",
}


@proves(
    "catalogue §3",
    "a bundle says its root, what is always in it, its combinations, what may be added and one of a "
    "group, with options, old and new prices, what is valid and what is disabled",
)
@proves(
    "catalogue §3, purchase §3",
    "the wire has every field that the pages of behaviour name",
)
@pytest.mark.parametrize("kind", FIELDS)
def test_a_type_has_the_fields_that_the_pages_name(kind: str) -> None:
    found = schema._schema.type_map[kind]
    assert isinstance(found, GraphQLObjectType | GraphQLInterfaceType)
    assert set(FIELDS[kind].split()) <= found.fields.keys()
